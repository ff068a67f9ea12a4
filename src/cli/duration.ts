import { OperatorError } from '../app/operator-error.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, WEEK_MS } from '../lib/clock.ts'

const UNITS: Record<string, number> = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: WEEK_MS }

/** The milliseconds of a duration such as `30d`: a whole number and one unit. Throws an OperatorError for any other text. */
export function parseDurationMs(duration: string): number {
  const [, count = '', unit = ''] = /^([0-9]{1,15})([smhdw])$/.exec(duration) ?? []
  const unitMs = UNITS[unit]
  if (unitMs === undefined) {
    throw new OperatorError(
      `${JSON.stringify(duration)} is no duration. It is a whole number and one of s, m, h, d, w. For instance 90s, 15m, 12h, 30d, 2w`,
    )
  }
  return Number(count) * unitMs
}
