import { DAY_MS } from '../lib/clock.ts'

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

/** Unix milliseconds of the first moment of the UTC month after this one. */
export function nextUtcMonthStart(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}
