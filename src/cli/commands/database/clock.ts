import { HOUR_MS, SECOND_MS } from '../../../lib/clock.ts'
import { CommandError, misusedCommandError } from '../../command-error.ts'
import type { ShellCommand } from '../../command.ts'
import { parseDurationMs } from '../../duration.ts'
import { exitCodes } from '../../exit-codes.ts'
import { PurserError, withNodeClient } from '../../remote/client.ts'
import { printCommandAnswer } from '../../terminal/show.ts'

/**
 * How many milliseconds `purser clock` waits for the node, which answers a move of the test clock only when everything that falls due in
 * that time was done.
 */
const MOVE_TIMEOUT_MS = HOUR_MS

export const clockCommand: ShellCommand = {
  usage: 'purser clock\npurser clock advance 30d',
  details:
    'Units: s, m, h, d, w. The node must have been started with PURSER_TEST_CLOCK=true. Moving its clock takes a key of the role admin.',
  examples: ['purser clock advance 30d'],
  takesWords: true,

  async run({ words: [action, duration, ...more], json, settings }) {
    const isShow = action === undefined
    if (!isShow && (action !== 'advance' || duration === undefined || more.length > 0)) throw misusedCommandError(this)
    const seconds = isShow ? null : parseDurationMs(duration ?? '') / SECOND_MS
    const answer = await withNodeClient(
      settings,
      ({ testClock }) =>
        (seconds === null ? testClock.get() : testClock.advance({ seconds })).catch((error: unknown) =>
          explain(error, settings.url),
        ),
      { timeoutMs: MOVE_TIMEOUT_MS },
    )
    printCommandAnswer({ json }, answer, () => [answer.now])
  },
}

/** Rephrases the API's errors about the test clock for a person at the shell. */
function explain(error: unknown, url: string): never {
  if (!(error instanceof PurserError)) throw error
  const { code, message, param, requestId } = error
  const refuse = (text: string) => new CommandError(text, exitCodes.refused, { code, message, param, requestId })
  if (error.status === 404 && code !== 'unexpected_reply') {
    throw refuse(`The test clock of ${url} is off. Start the node with PURSER_TEST_CLOCK=true`)
  }
  if (param === 'seconds') throw refuse('One move can be ten years (3652d) at most. Move the clock twice')
  throw error
}
