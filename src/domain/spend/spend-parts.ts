import { startsIn, sumEnd, sumStart, type SumLength } from './spend-shares.ts'

/** Of whole days of UTC, Unix milliseconds, the second exclusive. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** A sum of a group that is a part of its sum in a range. */
export interface Part {
  readonly length: SumLength
  readonly start: number
}

/** The fewest sums that come to that of the range: its whole periods, where there are any, and the days before and behind them. */
export function partsOf(range: Range, { hasPeriods }: { hasPeriods: boolean }): Part[] {
  const periods = hasPeriods ? startsIn('period', range).filter((start) => isWithin(start, range)) : []
  const isInPeriod = (day: number) => periods.includes(sumStart('period', day))
  const days = startsIn('day', range).filter((day) => !isInPeriod(day))
  return [
    ...periods.map((start) => ({ length: 'period', start }) as const),
    ...days.map((start) => ({ length: 'day', start }) as const),
  ]
}

const isWithin = (period: number, { from, to }: Range) => period >= from && sumEnd('period', period) <= to

/** How much of a period is in the range: 1 where all of it is. */
export function shareIn({ from, to }: Range, period: number): number {
  const end = sumEnd('period', period)
  return (Math.min(to, end) - Math.max(from, period)) / (end - period)
}
