import { DAY_MS } from '../../lib/clock.ts'

/**
 * The day of the last result of `utcMonth`. The result is kept, because decisions ask for the present month again and again, and creating a
 * date takes longer than adding numbers.
 */
let lastDay = Number.NaN
let lastMonth = Number.NaN

/** The UTC calendar month of a moment, like 202611. Months can be compared as numbers. */
export function utcMonth(at: number): number {
  const day = Math.floor(at / DAY_MS)
  if (day !== lastDay) {
    const date = new Date(at)
    lastMonth = date.getUTCFullYear() * 100 + date.getUTCMonth() + 1
    lastDay = day
  }
  return lastMonth
}

/** The first moment after a UTC month, in Unix milliseconds. */
export const endOfUtcMonth = (month: number): number => Date.UTC(Math.floor(month / 100), month % 100, 1)

/** The first moment of a UTC month, in Unix milliseconds. */
export const startOfUtcMonth = (month: number): number => Date.UTC(Math.floor(month / 100), (month % 100) - 1, 1)
