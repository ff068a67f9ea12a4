import { DAY_MS } from '../../lib/clock.ts'

/** The last day that was asked for: decisions ask for today, again and again, and a date takes longer to make than a sum. */
let lastDay = Number.NaN
let lastMonth = Number.NaN

/** The UTC calendar month of a moment, as 202611: months compare as numbers. */
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

/** Unix milliseconds of its first moment. */
export const startOfUtcMonth = (month: number): number => Date.UTC(Math.floor(month / 100), (month % 100) - 1, 1)
