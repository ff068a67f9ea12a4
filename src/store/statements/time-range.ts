import { smallestIdMadeAt } from '../../lib/ids.ts'

/** A half-open range of time in Unix milliseconds: `from` is included, `before` is not. Undefined: no end on that side. */
export interface TimeRange {
  readonly from?: number | undefined
  readonly before?: number | undefined
}

/**
 * Returns the range of ids that rows have which were made in a range of time. Ids begin with their time, so no index of times is needed.
 */
export const idRangeOfTimeRange = (prefix: 'txn' | 'aud', { from, before }: TimeRange) => ({
  from: from === undefined ? undefined : smallestIdMadeAt(prefix, from),
  before: before === undefined ? undefined : smallestIdMadeAt(prefix, before),
})
