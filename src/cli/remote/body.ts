import { readFileSync } from 'node:fs'
import { text as textOf } from 'node:stream/consumers'
import { OperatorError } from '../../app/operator-error.ts'
import type { CommandFlag, CommandInvocation } from '../command.ts'
import type { RequestFieldFlag, RequestFieldFlags } from './fields.ts'
import { parseJsonObject } from './parsed-object.ts'

type Members = Record<string, unknown>

export const requestBodyFlag: CommandFlag = {
  type: 'string',
  value: 'JSON|@FILE|-',
  description: 'The body as JSON, from a file, or from standard input (-). Flags win over it.',
}

/** The body of a command's request: the JSON of `--data`, and the fields that flags give. */
export async function commandRequestBody(
  flags: CommandInvocation['flags'],
  fields: RequestFieldFlags,
): Promise<Members> {
  const body = (flags['data'] === undefined ? {} : await dataOf(String(flags['data']))) as Members
  // A field such as `policy` comes before the fields beneath it, so that it does not replace them.
  const inOrder = Object.entries(fields).toSorted(([, a], [, b]) => depthOf(a) - depthOf(b))
  for (const [flag, field] of inOrder) {
    const given = flags[flag]
    if (given !== undefined) put(body, field.path.split('.'), field.read(String(given), flag))
  }
  return body
}

const depthOf = ({ path }: RequestFieldFlag): number => path.split('.').length

async function dataOf(given: string): Promise<object> {
  if (given === '-') return parseJsonObject(await textOf(process.stdin), 'Standard input')
  if (!given.startsWith('@')) return parseJsonObject(given, '--data')
  const file = given.slice(1)
  try {
    return parseJsonObject(readFileSync(file, 'utf8'), file)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`--data ${given} cannot be read: ${(error as Error).message}`)
  }
}

function put(target: Members, [name = '', ...beneath]: readonly string[], value: unknown): void {
  if (beneath.length === 0) {
    const before = target[name]
    target[name] = isMembers(before) && isMembers(value) ? { ...before, ...value } : value
    return
  }
  const member = isMembers(target[name]) ? target[name] : {}
  target[name] = member
  put(member, beneath, value)
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
