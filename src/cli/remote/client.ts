import { OperatorError } from '../../app/operator-error.ts'
import { Purser, PurserError } from '../../../clients/typescript/src/client.ts'
import { CommandError } from '../command-error.ts'
import type { Invocation } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'

export { Purser, PurserError } from '../../../clients/typescript/src/client.ts'
export type { Backtest, BacktestPolicyBody } from '../../../clients/typescript/src/client.ts'

type Settings = Pick<Invocation['settings'], 'url' | 'apiKey'>

/**
 * How many milliseconds a command waits for a node's answer. A node answers a person's requests quickly, so after this time there is no
 * node.
 */
const TIMEOUT_MS = 30_000
const EXAMPLE = 'PURSER_URL=http://127.0.0.1:8420/v1'

/**
 * Runs `work` with a client of the node at `PURSER_URL`, with the key of `PURSER_API_KEY`. Rejects with a CommandError, which explains what
 * the node refused.
 */
export async function withNode<T>(
  settings: Settings,
  work: (purser: Purser) => Promise<T>,
  { timeoutMs = TIMEOUT_MS } = {},
): Promise<T> {
  const purser = clientOf(settings, timeoutMs)
  return work(purser).catch((error: unknown) => {
    throw error instanceof PurserError ? explained(error, settings.url) : error
  })
}

/** Makes a client that does not retry: a failure is shown at once, and the person decides. */
function clientOf({ url, apiKey }: Settings, timeoutMs: number): Purser {
  if (apiKey === null) {
    throw new OperatorError(
      'PURSER_API_KEY is missing. Give it an API key of the node: the first start printed one of the role admin, and ' +
        '"purser keys create <name> --role admin" makes another',
    )
  }
  try {
    return new Purser({ baseUrl: url, apiKey, maxRetries: 0, timeoutMs })
  } catch (error) {
    throw new OperatorError(inWordsOfTheShell(error as Error))
  }
}

/** Replaces the option names in the client's message by the environment variables that the person has set. */
const inWordsOfTheShell = ({ message }: Error): string =>
  message
    .replace('new Purser: ', '')
    .replace(/^baseUrl/, 'PURSER_URL')
    .replace(/^apiKey/, 'PURSER_API_KEY')

/** Explains an error of the node to a person at the shell. */
function explained(error: PurserError, url: string): CommandError {
  const { code, message, hint, param, details, requestId } = error
  const problem = { code, message, hint, param, details, requestId }
  if (error.status === 0) return new CommandError(unreached(error, url), exitCodes.unreachable, problem)
  if (code === 'unexpected_reply') {
    return new CommandError(
      `Something other than Purser answers at PURSER_URL=${url}, possibly a proxy in front of it: status ${error.status}. For instance ${EXAMPLE}`,
      error.retryable ? exitCodes.unreachable : exitCodes.refused,
      problem,
    )
  }
  const ofTheKey = error.status === 401 || error.status === 403 ? 'PURSER_API_KEY: ' : ''
  const lines = [
    `${ofTheKey}${message}`,
    ...Object.entries({ hint, param, request: requestId }).flatMap(([name, value]) =>
      value === undefined ? [] : [`  ${`${name}:`.padEnd(9)}${value}`],
    ),
  ]
  return new CommandError(lines.join('\n'), exitCodeOf(error), problem)
}

const unreached = ({ code }: PurserError, url: string): string =>
  code === 'timed_out'
    ? `The node at ${url} did not answer in time.`
    : `No node answers at ${url}. Start one with "purser start", or name the one you mean: ${EXAMPLE}`

function exitCodeOf({ status, retryable }: PurserError): number {
  if (status < 500 && status !== 429) return exitCodes.refused
  return retryable ? exitCodes.unreachable : exitCodes.failed
}
