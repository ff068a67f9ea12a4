import type { OperationName, operations } from '../../contract/operations.ts'
import type { ApiRequest } from '../../../clients/typescript/src/send.ts'
import { OperatorError } from '../../app/operator-error.ts'
import type { CommandAction, CommandFlag, CommandInvocation } from '../command.ts'
import { resourceFieldLines } from '../terminal/fields.ts'
import { terminalScreenOf } from '../terminal/screen.ts'
import { printCommandAnswer } from '../terminal/show.ts'
import { printableText } from '../terminal/text.ts'
import { commandRequestBody, requestDataFlag } from './body.ts'
import { callNode } from './client.ts'
import type { RequestFlags } from './fields.ts'
import { printTextToStderr } from '../terminal/print.ts'

type Contract = typeof operations

/** A change that a command asks a node for, by one operation of the API. Flags, help and messages are made from this declaration. */
export interface ChangeCommandOperation<N extends OperationName = OperationName> {
  readonly operation: N
  /** The method and path of the operation. Its parameters are words of the command, unless a field of the same name gives them. */
  readonly request: `${Contract[N]['method']} ${Contract[N]['path']}`
  readonly summary: string
  /** The participle or verb before the resource's id in the output: `Froze`. */
  readonly done: string
  /** A description of the changed resource, printed before its id: `$1.00, up to $90,001.00 at GitHub`. */
  readonly about?: (reply: never) => string
  /** The words and flags of the command's example in a help text. */
  readonly example: string
  readonly details?: string
  /** The flags that give the request's fields. Absent: the request has no body, or a fixed one. */
  readonly fields?: RequestFlags
  /** Fields of the request's body that the command itself sets. */
  readonly fixed?: Readonly<Record<string, unknown>>
  /** True: `--dry-run` shows the result of the change, and changes nothing. */
  readonly canDryRun?: true
  /** True: the command makes a resource, and prints its id alone on the last line, for scripts. */
  readonly makes?: true
}

/** The form of ids in the usage of a command, by the name of the parameter. */
const idForms: Readonly<Record<string, string>> = {
  customerId: 'cust_...',
  agentId: 'agt_...',
  cardId: 'card_...',
  intentId: 'int_...',
  webhookId: 'wh_...',
  deliveryId: 'dlv_...',
  transactionId: 'txn_...',
  changeRequestId: 'chg_...',
  challengeId: 'chl_...',
  subscriptionId: 'sub_...',
}

export interface ChangeCommandAction extends CommandAction {
  readonly change: ChangeCommandOperation
}

/** Makes the action of a command that asks a node for a change. `name`: the action as a person writes it, such as `cards freeze`. */
export function changeCommandAction<N extends OperationName>(
  name: string,
  change: ChangeCommandOperation<N>,
): ChangeCommandAction {
  const { summary, details, fields = {}, fixed = {}, example } = change
  const parameters = parametersOf(change)
  const words = parameters.map((parameter) => idForms[parameter] ?? parameter)
  const flagOf = new Map(Object.entries(fields).map(([flag, { path }]) => [path, flag]))
  return {
    change,
    summary,
    usage: [`purser ${name}`, ...words, ...(change.fields === undefined ? [] : ['[flags]'])].join(' '),
    ...(details === undefined ? {} : { details }),
    examples: [`purser ${name} ${example}`],
    words,
    flags: flagsOf(change),
    async run({ words: ids, flags, json, settings }) {
      const isDryRun = flags['dry-run'] === true
      const given = new Map(parameters.map((parameter, i) => [parameter, ids[i] ?? '']))
      const body = { ...(await commandRequestBody(flags, fields)), ...fixed }
      const path = pathOf(change, given, body, flagOf)
      const request: ApiRequest = {
        method: change.request.split(' ')[0] as ApiRequest['method'],
        path,
        ...(change.fields === undefined && change.fixed === undefined ? {} : { body }),
        ...(isDryRun ? { query: { dryRun: true } } : {}),
        options: optionsOf(flags),
      }
      const reply = await callNode<Reply>(settings, request, { flagOf })
      printCommandAnswer({ json }, reply, () => (isDryRun ? dryRunLines(reply) : linesOf(change, reply)))
    },
  }
}

/** The members that a node's replies to changes have. */
interface Reply {
  readonly id?: string
  readonly status?: string
  readonly secret?: string
  readonly warnings?: readonly { readonly message: string }[]
}

const PARAMETER = /\{(\w+)\}/g

/** The parameters of an operation's path that a person gives as words, because no flag gives them. */
function parametersOf({ request, fields = {} }: Pick<ChangeCommandOperation, 'request' | 'fields'>): string[] {
  const byFlag = new Set(Object.values(fields).map(({ path }) => path))
  return [...request.matchAll(PARAMETER)].map(([, name]) => name as string).filter((name) => !byFlag.has(name))
}

/** The path of an operation with its parameters filled in, from the words of the command or from fields of the body. */
function pathOf(
  { request }: Pick<ChangeCommandOperation, 'request'>,
  words: ReadonlyMap<string, string>,
  body: Record<string, unknown>,
  flagOf: ReadonlyMap<string, string>,
): string {
  return request.slice(request.indexOf(' ') + 1).replaceAll(PARAMETER, (_, name: string) => {
    const value = words.get(name) ?? body[name]
    if (!words.has(name)) delete body[name]
    if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value)
    if (words.has(name)) throw new OperatorError(`${JSON.stringify(value)} is not an id. For instance ${idForms[name]}`)
    throw new OperatorError(`--${flagOf.get(name)} is missing. For instance --${flagOf.get(name)} ${idForms[name]}`)
  })
}

function flagsOf({
  request,
  fields,
  canDryRun,
}: Pick<ChangeCommandOperation, 'request' | 'fields' | 'canDryRun'>): Record<string, CommandFlag> {
  return {
    ...fields,
    ...(fields === undefined ? {} : { data: requestDataFlag }),
    ...(canDryRun ? { 'dry-run': { type: 'boolean', description: 'Show the result, and change nothing.' } } : {}),
    ...(request.startsWith('DELETE') ? {} : { 'idempotency-key': idempotencyFlag }),
  }
}

const idempotencyFlag: CommandFlag = {
  type: 'string',
  value: 'KEY',
  description: 'Calls with the same key and the same body have one effect within 24 hours.',
}

const optionsOf = (flags: CommandInvocation['flags']) =>
  flags['idempotency-key'] === undefined ? {} : { idempotencyKey: String(flags['idempotency-key']) }

function dryRunLines(reply: Reply): string[] {
  warn(reply)
  const { warnings: _, ...resource } = reply
  return [
    'Nothing was changed. The result would be:',
    ...resourceFieldLines(resource, terminalScreenOf(process.stdout)),
  ]
}

function linesOf(
  { done, makes, about }: Pick<ChangeCommandOperation, 'done' | 'makes' | 'about'>,
  reply: Reply,
): string[] {
  warn(reply)
  const { id = '', status, secret } = reply
  const state = status === undefined ? '' : ` Its status is ${status}.`
  if (secret !== undefined) return [`${done} ${id}.${state} Its secret, which is shown only now:`, secret]
  if (about !== undefined) return [printableText(`${done} ${about(reply as never)} (${id}).${state}`)]
  return makes ? [`${done}.${state} Its id:`, id] : [`${done} ${id}.${state}`]
}

/** Prints the warnings of a reply on standard error, so that a script that reads the last line of standard output gets the id. */
function warn({ warnings = [] }: Reply): void {
  for (const { message } of warnings) printTextToStderr(`Warning: ${printableText(message)}`)
}
