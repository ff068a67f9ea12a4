import { OperatorError } from '../../app/operator-error.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, WEEK_MS } from '../../lib/clock.ts'
import { Purser, PurserError } from '../../sdk/client.ts'
import type { Command, Invocation } from '../command.ts'

const usage = `purser clock
purser clock advance 30d
Units: s, m, h, d, w. Works over HTTP on the node at PURSER_URL, with the admin key PURSER_API_KEY.`

const UNITS: Record<string, number> = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: WEEK_MS }
/** A move does all that falls due meanwhile, and answers then. */
const MOVE_TIMEOUT_MS = HOUR_MS

export const clock: Command = {
  summary: 'Show the test clock of a running node, or move it: purser clock advance 30d.',
  usage,

  async run({ words: [action, duration, ...more], settings }) {
    const isShow = action === undefined
    if (!isShow && (action !== 'advance' || duration === undefined || more.length > 0)) {
      throw new OperatorError(`It is written:\n${usage}`)
    }
    const seconds = isShow ? null : secondsOf(duration ?? '')
    const { testClock } = clientOf(settings)
    const asked = seconds === null ? testClock.get() : testClock.advance({ seconds })
    const { now } = await asked.catch((error: unknown) => explain(error, settings.url))
    console.log(now)
  },
}

/** Whole numbers of one unit: what is not exactly that is not guessed at. */
function secondsOf(duration: string): number {
  const [, count = '', unit = ''] = /^([0-9]{1,15})([smhdw])$/.exec(duration) ?? []
  const unitMs = UNITS[unit]
  if (unitMs === undefined) {
    throw new OperatorError(
      `${JSON.stringify(duration)} is no duration. It is a whole number and one of s, m, h, d, w. For instance 90s, 15m, 12h, 30d, 2w`,
    )
  }
  return Number(count) * (unitMs / SECOND_MS)
}

/** Without retries: what goes wrong is said at once, and the person decides. */
function clientOf({ url, apiKey }: Invocation['settings']): Purser {
  if (apiKey === null) {
    throw new OperatorError(
      'PURSER_API_KEY is missing: an API key of the node with the role admin. The first start printed one, and ' +
        '"purser keys create clock" makes another',
    )
  }
  return new Purser({ baseUrl: url, apiKey, maxRetries: 0, timeoutMs: MOVE_TIMEOUT_MS })
}

/** Whatever the node says, in the words of whoever typed a command. */
function explain(error: unknown, url: string): never {
  if (!(error instanceof PurserError)) throw error
  if (error.code === 'connection_failed') {
    throw new OperatorError(
      `No node answers at ${url}. Start one with PURSER_TEST_CLOCK=true, or name the one you mean: PURSER_URL=http://127.0.0.1:8420/v1`,
    )
  }
  if (error.status === 404) {
    const isBase = /\/v1\/*$/.test(url)
    throw new OperatorError(
      isBase
        ? `The test clock of ${url} is off. Start the node with PURSER_TEST_CLOCK=true`
        : `PURSER_URL=${url} is not the base of the API, which ends with /v1`,
    )
  }
  if (error.param === 'seconds')
    throw new OperatorError('One move takes ten years (3652d) at most. Move the clock twice')
  const name = error.status === 401 || error.status === 403 ? 'PURSER_API_KEY' : url
  throw new OperatorError([`${name}: ${error.message}`, error.hint].filter(Boolean).join(' '))
}
