import { readFile } from 'node:fs/promises'
import { OperatorError } from '../../../app/operator-error.ts'
import { nearestKnownName } from '../../../contract/complaints/nearest-name.ts'
import { pathInPackage } from '../../../lib/package-root.ts'
import { misusedCommandError } from '../../command-error.ts'
import type { ShellCommand } from '../../command.ts'
import { terminalScreenOf } from '../../terminal/screen.ts'
import { printCommandAnswer } from '../../terminal/show.ts'
import { terminalTableLines } from '../../terminal/table.ts'
import { wrapText } from '../../terminal/text.ts'

/** A template of policies to begin with. docs/guides/policy-examples.md shows which purchases each template approves and declines. */
interface Template {
  readonly name: string
  readonly title: string
  readonly group: string
  readonly summary: string
  /** The policies and limits of a policy template by level: fields of a customer or of a card, as the API has them. */
  readonly levels: Readonly<Record<string, { readonly policy?: object; readonly limits?: object }>>
}

export const templatesCommand: ShellCommand = {
  usage: 'purser templates\npurser templates NAME',
  details: `With a name, the command prints the policy as YAML for a file of purser apply. With --json, it prints the fields as the API has
them. docs/guides/policy-examples.md shows what each one lets pass and what it declines. It needs no node.`,
  examples: ['purser templates', 'purser templates subscription', 'purser templates subscription > policies.yaml'],
  takesWords: true,

  async run({ words: [name, ...more], json }) {
    if (more.length > 0) throw misusedCommandError(this)
    const all = JSON.parse(await readFile(pathInPackage('examples/policies/templates.json'), 'utf8')) as Template[]
    if (name === undefined) return printCommandAnswer({ json }, all, () => listing(all))
    const template = all.find((each) => each.name === name)
    if (template === undefined) throw noSuchTemplate(name, all)
    const { yamlOf } = await import('../file/yaml-of.ts') // it loads the YAML library, which the list does not need
    printCommandAnswer({ json }, template, () => [...comment(template), yamlOf(asFile(template))])
  },
}

const listing = (all: readonly Template[]): string[] =>
  terminalTableLines(
    all,
    [
      { title: 'name', of: ({ name }) => name, whole: true },
      { title: 'what it does', of: ({ summary }) => summary },
    ],
    terminalScreenOf(process.stdout),
  )

const comment = ({ summary }: Template): string[] => wrapText(summary, 100).map((line) => `# ${line}`)

/** The policies of a template in the form of a file of `purser apply`. Limits of the customer itself are fields of its own entry. */
function asFile({ name, levels }: Template): object {
  const { customer, card } = levels
  const policies = {
    ...(customer?.policy === undefined ? {} : { [`${name}-customer`]: customer.policy }),
    ...(card?.policy === undefined ? {} : { [name]: card.policy }),
  }
  if (customer?.limits === undefined) return { policies }
  const entry = { name: { business: 'Example' }, limits: customer.limits, policy: `${name}-customer` }
  return { policies, customers: { example: entry } }
}

function noSuchTemplate(name: string, all: readonly Template[]): OperatorError {
  const nearest = nearestKnownName(
    name,
    all.map((each) => each.name),
  )
  const advice = nearest === null ? 'purser templates lists all.' : `Did you mean ${nearest}?`
  return new OperatorError(`There is no template ${JSON.stringify(name)}. ${advice}`)
}
