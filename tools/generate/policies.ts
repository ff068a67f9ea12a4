import {
  type PolicyFieldGroup,
  policyFieldGroups,
  type PolicyField,
  policyRowOf,
} from '../../src/contract/policy-sheet/policy-sheet.ts'
import type { PolicyFieldKind, PolicySheetRow } from '../../src/contract/policy-sheet/row.ts'
import { policyFlags as flags } from '../../src/cli/remote/sheet-flags.ts'
import { ruleLadder } from '../../src/domain/rules/index.ts'
import { markdownCode, type GeneratedFile, generatedMarkdownNotice, markdownTable } from './generated-file.ts'

const head = `${generatedMarkdownNotice('src/contract/policy-sheet')}
# The fields of a policy

Each field can be set on a customer, an agent and a card, and all are optional. [Policies and limits](../guides/policies.md) says how the
levels combine and what each rule declines, [policy examples](../guides/policy-examples.md) what each field does.

"Allows more" says which change of a value may let more be spent, as \`purser apply\` marks it and the warning \`looser_than_above\` means it.
"An agent asks for" says what an agent may ask its owner to change. Fields without a flag of the command line are set by \`--policy\`.
`

const titles: Readonly<Record<PolicyFieldGroup, string>> = {
  money: 'Amounts',
  where: 'Merchants, categories, countries and sites',
  when: 'Hours, pauses, and the life of a card',
  people: 'Intents, approvals and attestations',
}

const units: Readonly<Record<Exclude<PolicyFieldKind, 'choice'>, string>> = {
  money: 'minor units',
  minutes: 'minutes',
  days: 'days',
  count: 'number',
  percent: 'percent',
  'yes-no': '`true`, `false`',
  list: 'list',
  hours: 'hours of a week',
  windows: 'minor units, by window',
}

const directions: Readonly<Record<PolicySheetRow['looser'], string>> = {
  more: 'a larger value, or none',
  'more-than-none': 'a larger value; none is 0',
  less: 'a smaller value; none is 0',
  off: '`false`, or none',
  milder: 'a value further left, or none',
  further: 'more entries, or no list',
  fewer: 'fewer entries, or no list',
  longer: 'longer hours, or none',
}

function asks(row: PolicySheetRow): string {
  if (row.request === 'never') return 'nothing'
  return row.kind === 'list' && row.request === 'entry' ? `an entry: ${markdownCode(`allow.${row.of}`)}` : 'a value'
}

const flagsOf = (field: PolicyField): string =>
  Object.entries(flags)
    .filter(([, { path }]) => path === `policy.${field}` || path.startsWith(`policy.${field}.`))
    .map(([name]) => markdownCode(`--${name}`))
    .join(', ')

function line(field: PolicyField): string[] {
  const row = policyRowOf(field)
  const values = row.kind === 'choice' ? Object.keys(row.choices).map(markdownCode).join(', ') : units[row.kind]
  const standard =
    row.default === null
      ? ''
      : markdownCode(typeof row.default === 'string' ? row.default : JSON.stringify(row.default))
  const decides = ruleLadder.some(({ fields }) => fields.includes(field)) ? 'yes' : 'no'
  return [
    markdownCode(field),
    `${row.label}. ${row.hint}`,
    values,
    standard,
    directions[row.looser],
    decides,
    asks(row),
    flagsOf(field),
  ]
}

const COLUMNS = [
  'Field',
  'Meaning',
  'Value',
  'Default',
  'Allows more',
  'Decides purchases',
  'An agent asks for',
  'Flag',
]

const section = (group: PolicyFieldGroup): string =>
  `## ${titles[group]}\n\n${markdownTable(COLUMNS, (Object.keys(policyFieldGroups[group]) as PolicyField[]).map(line))}\n`

/** Generates the reference of a policy's fields. */
export function policiesFile(): GeneratedFile {
  const sections = (Object.keys(policyFieldGroups) as PolicyFieldGroup[]).map(section)
  return { path: 'docs/reference/policies.md', text: [head, ...sections].join('\n') }
}
