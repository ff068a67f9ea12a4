import { DAY_MS } from '../../lib/clock.ts'

/**
 * The day of the last result, which is cached: decisions ask for today again and again, and creating a date takes longer than adding
 * numbers.
 */
let lastDay = Number.NaN
let lastMonth = Number.NaN

/** The UTC calendar month of a moment, as 202611. Months compare as numbers. */
export function utcMonth(at: number): number {
  const day = Math.floor(at / DAY_MS)
  if (day !== lastDay) {
    const date = new Date(at)
    lastMonth = date.getUTCFullYear() * 100 + date.getUTCMonth() + 1
    lastDay = day
  }
  return lastMonth
}

/** Unix milliseconds of the first moment after a UTC month. */
export const endOfUtcMonth = (month: number): number => Date.UTC(Math.floor(month / 100), month % 100, 1)

/** Unix milliseconds of the first moment of a UTC month. */
export const startOfUtcMonth = (month: number): number => Date.UTC(Math.floor(month / 100), (month % 100) - 1, 1)
