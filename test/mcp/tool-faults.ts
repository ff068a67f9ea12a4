import { agentTools } from '../../src/mcp/tools.ts'
import type { Said } from './agent-rig.ts'

const QUOTED = /`([^`]+)`/g
const FIELD = /^[a-z]\w*(?:\.\w+|\[\d+\])*$/
const NAMES: ReadonlySet<string> = new Set(agentTools.map(({ name }) => name))

interface Schema {
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}
const namesIn = ({ properties = {}, items = {}, enum: words = [] }: Schema): string[] => [
  ...words.map(String),
  ...Object.entries(properties).flatMap(([name, schema]) => [name, ...namesIn(schema)]),
  ...(items.properties === undefined ? [] : namesIn(items)),
]
const inputsOf = (name: string | undefined): string[] => {
  const schema = agentTools.find((one) => one.name === name)?.input as Schema | undefined
  return schema === undefined ? [] : namesIn(schema)
}

/** The names of all members of an answer, and the short texts in it. */
function membersOf(value: unknown): string[] {
  if (typeof value === 'string') return value.length < 64 ? [value] : []
  if (Array.isArray(value)) return value.flatMap(membersOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [name, ...membersOf(member)])
}

/**
 * What is wrong with what a tool has said: an unforeseen error, a `param` that is no input, a way out that does not exist, or a sentence about
 * a field that neither the answer nor a tool that it names has.
 */
export function faultsOf(tool: string, { said }: Said): string[] {
  const {
    code,
    param,
    message,
    next,
    reasons = [],
  } = said as Said['said'] & {
    code?: string
    param?: string
    message?: string
    reasons?: readonly { message: string; remedy: string }[]
  }
  const sentences = [message ?? '', next.say, ...reasons.flatMap((reason) => [reason.message, reason.remedy])]
  const meant = [tool, next.tool, ...NAMES].filter(
    (name) => name === tool || name === next.tool || sentences.some((each) => each.includes(name ?? '-')),
  )
  const known = new Set([...membersOf(said), ...meant.flatMap(inputsOf), ...NAMES, 'true', 'false', 'null'])
  const root = param?.split(/[.[]/)[0]
  return [
    ...(code === 'internal_error' ? ['internal_error'] : []),
    ...(root === undefined ||
    inputsOf(tool).includes(root) ||
    (code === 'invalid_request' && message?.endsWith('is not known.'))
      ? []
      : [`param ${param}`]),
    ...(next.tool === undefined || NAMES.has(next.tool) ? [] : [`next.tool ${next.tool}`]),
    ...Object.keys(next.args ?? {})
      .filter((name) => !inputsOf(next.tool).includes(name))
      .map((name) => `next.args.${name}`),
    ...sentences.filter(isForAgent).flatMap((each) => unknownIn(each, known)),
    ...(/approvalUrl/.test(next.say) && !membersOf(said).includes('approvalUrl')
      ? ['says approvalUrl, and has none']
      : []),
  ]
}

/** What is said to the owner is about the fields of policies. */
const isForAgent = (sentence: string): boolean => !sentence.startsWith('For your owner: ')

const unknownIn = (sentence: string, known: ReadonlySet<string>): string[] =>
  [...sentence.matchAll(QUOTED)]
    .map(([, name = '']) => name)
    .filter((name) => FIELD.test(name) && !known.has(name) && !known.has(name.split(/[.[]/)[0] ?? ''))
    .map((name) => `\`${name}\` in "${sentence}"`)
