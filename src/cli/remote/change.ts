import type { ApiRequest } from '../../../clients/typescript/src/send.ts'
import type { CommandAction, CommandFlag, CommandInvocation } from '../command.ts'
import { resourceFieldLines, printCommandAnswer } from '../terminal/show.ts'
import { printTextToStderr } from '../terminal/print.ts'
import { terminalScreenOf } from '../terminal/screen.ts'
import { printableText } from '../terminal/text.ts'
import { requestBodyFlag, commandRequestBody } from './body.ts'
import { callNodeFromShell } from './client.ts'
import { type RequestFieldFlags, commandFlagsByFieldPath } from './fields.ts'
import { fillPathParameters, idExample, idFormOfParameter, pathParameters } from './request-path.ts'

/** A change that a command asks a node for, by one operation of the API. Flags, help and messages are made from this declaration. */
export interface CommandApiChange {
  readonly summary: string
  /** The participle or verb before the resource's id in the output: `Froze`. */
  readonly done: string
  /** A description of the changed resource, printed before its id: `$1.00, up to $90,001.00 at GitHub`. */
  readonly about?: (reply: never) => string
  /** The flags of the command's example in a help text, behind the ids. */
  readonly example?: string
  readonly details?: string
  /** The flags that give the request's fields. Absent: the request has no body, or a fixed one. */
  readonly fields?: RequestFieldFlags
  /** The request's body, where the command itself sets it. */
  readonly fixed?: Readonly<Record<string, unknown>>
  /** True: `--dry-run` shows the result of the change, and changes nothing. */
  readonly canDryRun?: boolean
  /** True: the command makes a resource, and prints its id alone on the last line, for scripts. */
  readonly makes?: boolean
}

/** A change with its operation's method and path, whose parameters are words of the command, unless a field of the same name gives them. */
export interface ChangeCommandOperation extends CommandApiChange {
  readonly request: `${Exclude<ApiRequest['method'], 'GET'>} ${string}`
}

export interface ChangeCommandAction extends CommandAction {
  readonly change: ChangeCommandOperation
}

/** Makes the action of a command that asks a node for a change. `name`: the action as a person writes it, such as `cards freeze`. */
export function changeCommandAction(name: string, change: ChangeCommandOperation): ChangeCommandAction {
  const { request, summary, details, fields = {}, fixed, example } = change
  const [method, path] = request.split(' ') as [ApiRequest['method'], string]
  const flagOf = commandFlagsByFieldPath(fields)
  const parameters = pathParameters(path).filter((parameter) => !flagOf.has(parameter))
  const words = parameters.map(idFormOfParameter)
  return {
    change,
    summary,
    usage: [`purser ${name}`, ...words, ...(change.fields === undefined ? [] : ['[flags]'])].join(' '),
    ...(details === undefined ? {} : { details }),
    examples: [[`purser ${name}`, ...parameters.map(idExample), ...(example === undefined ? [] : [example])].join(' ')],
    words,
    flags: flagsOf(change),
    async run({ words: ids, flags, json, settings }) {
      const isDryRun = flags['dry-run'] === true
      const given = new Map(parameters.map((parameter, i) => [parameter, ids[i] ?? '']))
      const body = { ...(await commandRequestBody(flags, fields)), ...fixed }
      const sent: ApiRequest = {
        method,
        path: fillPathParameters(path, given, { body, flagOf }),
        ...(change.fields === undefined && fixed === undefined ? {} : { body }),
        ...(isDryRun ? { query: { dryRun: true } } : {}),
        options: optionsOf(flags),
      }
      const reply = await callNodeFromShell<Reply>(settings, sent, { flagOf })
      printCommandAnswer({ json }, reply, () => (isDryRun ? dryRunLines(reply) : linesOf(change, reply)))
    },
  }
}

/** The members of a node's replies to changes that the command line reads. */
interface Reply {
  readonly id?: string
  readonly status?: string
  readonly secret?: string
  readonly warnings?: readonly { readonly message: string }[]
}

const flagsOf = ({ request, fields, canDryRun = false }: ChangeCommandOperation): Record<string, CommandFlag> => ({
  ...fields,
  ...(fields === undefined ? {} : { data: requestBodyFlag }),
  ...(canDryRun ? { 'dry-run': { type: 'boolean', description: 'Show the result, and change nothing.' } } : {}),
  ...(request.startsWith('DELETE') ? {} : { 'idempotency-key': idempotencyFlag }),
})

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

function linesOf({ done, makes = false, about }: CommandApiChange, reply: Reply): string[] {
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
