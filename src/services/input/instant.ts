import { invalidRequestError } from '../../contract/errors.ts'
import { DAY_MS } from '../../lib/clock.ts'

/**
 * The Unix milliseconds of a timestamp in a request. Throws 400 for a leap second, which the schema accepts but JavaScript cannot
 * represent.
 */
export function instantOfTimestamp(param: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const ms = Date.parse(text)
  if (Number.isNaN(ms))
    throw invalidRequestError(
      param,
      `\`${param}\` is not a time.`,
      'parameter_invalid',
      'For instance `"2026-01-31T23:59:59Z"`.',
    )
  return ms
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The end of a range of time, excluded, in Unix milliseconds. A date without a time of day means the end of that day in UTC. */
export function endOfTimeRange(param: string, text: string | undefined): number | undefined {
  const at = instantOfTimestamp(param, text)
  return at !== undefined && DAY.test(text ?? '') ? at + DAY_MS : at
}

interface HalfOpen {
  /** The beginning of the range of time, included, in Unix milliseconds. Undefined: the range has no beginning. */
  readonly from: number | undefined
  /** The end of the range of time, excluded, in Unix milliseconds. Undefined: the range has no end. */
  readonly before: number | undefined
}

/** The range between two filters by time. Throws 400 where the lower end is not before the upper one, because the range would be empty. */
export function halfOpenTimeRange<Name extends string>(
  query: { readonly [N in Name]?: string | undefined },
  [lower, upper]: readonly [Name, Name],
): HalfOpen {
  const [from, before] = [instantOfTimestamp(lower, query[lower]), instantOfTimestamp(upper, query[upper])]
  if (from !== undefined && before !== undefined && from >= before) throw emptyTimeRangeError(lower, upper)
  return { from, before }
}

/** The error for a range whose lower end is not before its upper end. */
export const emptyTimeRangeError = (lower: string, upper: string) =>
  invalidRequestError(
    lower,
    `\`${lower}\` is not before \`${upper}\`.`,
    'parameter_invalid',
    `The lower end is included and the upper one is not: for January send \`${lower}=2026-01-01T00:00:00Z\` and \`${upper}=2026-02-01T00:00:00Z\`.`,
  )
