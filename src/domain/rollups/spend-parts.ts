import { rollupStartsIn, spendRollupEnd, spendRollupStart, type RollupLength } from './spend-shares.ts'

/** A range of whole UTC days in Unix milliseconds. `to` is exclusive. */
export interface DayRange {
  readonly from: number
  readonly to: number
}

/** A stored rollup that is one summand of a range's sum. */
export interface SpendRollupPart {
  readonly length: RollupLength
  readonly start: number
}

/**
 * Returns the fewest stored sums that add up to a range: those of its whole 30-day periods and those of the days before and after these
 * periods. `hasPeriods`: sums of 30-day periods are stored. Without them the range is added up from days alone.
 */
export function spendRollupPartsOfRange(range: DayRange, { hasPeriods }: { hasPeriods: boolean }): SpendRollupPart[] {
  const periods = hasPeriods ? rollupStartsIn('period', range).filter((start) => isWithin(start, range)) : []
  const isInPeriod = (day: number) => periods.includes(spendRollupStart('period', day))
  const days = rollupStartsIn('day', range).filter((day) => !isInPeriod(day))
  return [
    ...periods.map((start) => ({ length: 'period', start }) as const),
    ...days.map((start) => ({ length: 'day', start }) as const),
  ]
}

const isWithin = (period: number, { from, to }: DayRange) => period >= from && spendRollupEnd('period', period) <= to

/** How much of a 30-day period is in the range, from 0 to 1. */
export function shareOfPeriodInRange({ from, to }: DayRange, period: number): number {
  const end = spendRollupEnd('period', period)
  return (Math.min(to, end) - Math.max(from, period)) / (end - period)
}
