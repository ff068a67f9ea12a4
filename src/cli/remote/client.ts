import { OperatorError } from '../../app/operator-error.ts'
import { Purser, PurserError } from '../../../clients/typescript/src/client.ts'
import { completeOptions } from '../../../clients/typescript/src/options.ts'
import { type ApiRequest, sender } from '../../../clients/typescript/src/send.ts'
import { CommandError } from '../command-error.ts'
import type { CommandInvocation } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { apiMessageWithFlagNames } from './fields.ts'

export { Purser, PurserError } from '../../../clients/typescript/src/client.ts'
export type { Backtest, BacktestPolicyBody } from '../../../clients/typescript/src/client.ts'

type Settings = Pick<CommandInvocation['settings'], 'url' | 'apiKey' | 'profile'>

/**
 * How many milliseconds a command waits for a node's answer. A node answers a person's requests quickly, so after this time there is no
 * node.
 */
const TIMEOUT_MS = 30_000
const EXAMPLE = 'PURSER_URL=http://127.0.0.1:8420/v1'

interface CallOptions {
  readonly timeoutMs?: number
  /** The function that sends the requests to the node. Default: the `fetch` of this process. */
  readonly fetch?: typeof fetch
  /** The flag of the command that gives a field of the request, by the field's path. Error messages name the flag instead of the field. */
  readonly flagOf?: ReadonlyMap<string, string>
}

/**
 * Runs `work` with a client of the node at `PURSER_URL`, with the key of `PURSER_API_KEY`. Rejects with a CommandError, which explains what
 * the node refused.
 */
export async function withNodeClient<T>(
  settings: Settings,
  work: (purser: Purser) => Promise<T>,
  { timeoutMs = TIMEOUT_MS, flagOf = new Map(), ...sending }: CallOptions = {},
): Promise<T> {
  const purser = new Purser({ ...apiClientOptionsOf(settings, timeoutMs), ...sending })
  return withExplainedApiErrors(settings, flagOf, () => work(purser))
}

/** Runs requests to a node. Rejects with a CommandError, which explains what the node refused in the words of the command. */
export async function withExplainedApiErrors<T>(
  settings: Settings,
  flagOf: ReadonlyMap<string, string>,
  work: () => Promise<T>,
): Promise<T> {
  return work().catch((error: unknown) => {
    throw error instanceof PurserError ? explained(error, settings, flagOf) : error
  })
}

/** Sends one request to the node of the settings, for commands that are declared by their request. */
export function callNodeFromShell<T>(
  settings: Settings,
  request: ApiRequest,
  { flagOf = new Map() }: CallOptions = {},
): Promise<T> {
  const send = sender(apiClientOptionsOf(settings))
  return withExplainedApiErrors(settings, flagOf, () => send<T>(request))
}

/** The options of an API client that does not retry: a failure is shown at once, and the person decides. */
export function apiClientOptionsOf({ url, apiKey }: Settings, timeoutMs = TIMEOUT_MS) {
  if (apiKey === null) {
    throw new OperatorError(
      'PURSER_API_KEY is missing. "purser login" keeps an API key of a node in a profile, or set the variable: the first start printed a key of ' +
        'the role admin, and "purser keys create <name> --role admin" makes another',
    )
  }
  try {
    return completeOptions({ baseUrl: url, apiKey, maxRetries: 0, timeoutMs })
  } catch (error) {
    throw new OperatorError(inWordsOfTheShell(error as Error))
  }
}

/** Replaces the names of the client's options in an error message by the environment variables that the person has set. */
const inWordsOfTheShell = ({ message }: Error): string =>
  message
    .replace('new Purser: ', '')
    .replace(/^baseUrl/, 'PURSER_URL')
    .replace(/^apiKey/, 'PURSER_API_KEY')

/** Explains an error of the node to a person at the shell. */
function explained(error: PurserError, { url, profile }: Settings, flagOf: ReadonlyMap<string, string>): CommandError {
  const { code, message, hint, param, details, requestId } = error
  const flag = param === undefined ? undefined : flagOf.get(param)
  const problem = {
    code,
    message,
    hint,
    param,
    ...(flag === undefined ? {} : { flag: `--${flag}` }),
    details,
    requestId,
  }
  if (error.status === 0) return new CommandError(unreached(error, url), exitCodes.unreachable, problem)
  if (code === 'unexpected_reply') {
    return new CommandError(
      `Something other than Purser answers at ${profile === null ? `PURSER_URL=${url}` : url}, possibly a proxy in front of it: status ${error.status}. For instance ${EXAMPLE}`,
      error.retryable ? exitCodes.unreachable : exitCodes.refused,
      problem,
    )
  }
  const whose = profile === null ? 'PURSER_API_KEY: ' : `The key of the profile ${JSON.stringify(profile)}: `
  const ofTheKey = error.status === 401 || error.status === 403 ? whose : ''
  const about = flag === undefined ? { param } : { flag: `--${flag}` }
  const lines = [
    `${ofTheKey}${apiMessageWithFlagNames(message, flagOf)}`,
    ...Object.entries({
      code,
      hint: hint && apiMessageWithFlagNames(hint, flagOf),
      ...about,
      request: requestId,
    }).flatMap(([name, value]) => (value === undefined ? [] : [`  ${`${name}:`.padEnd(9)}${value}`])),
  ]
  return new CommandError(lines.join('\n'), exitCodeOfApiError(error), problem)
}

const unreached = ({ code }: PurserError, url: string): string =>
  code === 'timed_out'
    ? `The node at ${url} did not answer in time.`
    : `No node answers at ${url}. Start one with "purser start", or name the one you mean: ${EXAMPLE}`

/** The exit code of a command whose API request failed with an error. */
export function exitCodeOfApiError({ status, retryable }: PurserError): number {
  if (status === 0) return exitCodes.unreachable
  if (status < 500 && status !== 429) return exitCodes.refused
  return retryable ? exitCodes.unreachable : exitCodes.failed
}
