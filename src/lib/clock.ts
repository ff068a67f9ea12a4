/** The source of time for everything that Purser decides. */
export interface Clock {
  /** The clock's time in Unix milliseconds. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const WEEK_MS = 7 * DAY_MS

/**
 * The default limit for the difference between a machine's clock and the database's, in milliseconds. Machines with NTP differ by less, and
 * every window of a spending limit is longer.
 */
export const MAX_CLOCK_DIFFERENCE_MS = 5 * SECOND_MS

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))
const threeDigits = Array.from({ length: SECOND_MS }, (_, number) => String(number).padStart(3, '0'))

/** The day that `isoTimestamp` formatted last, kept with its text `2026-01-31T`, because most times of an answer are of few days. */
let lastDay = Number.NaN
let lastDate = ''

/**
 * Formats Unix milliseconds as `2026-01-31T23:59:59.123Z`, the only form of time in answers (contract, section 2). A page of a list has
 * some dozens of them, and `toISOString` takes more than ten times as long.
 */
export function isoTimestamp(ms: number): string {
  const day = Math.floor(ms / DAY_MS)
  if (day !== lastDay) {
    const midnight = new Date(day * DAY_MS).toISOString()
    lastDate = midnight.slice(0, midnight.indexOf('T') + 1)
    lastDay = day
  }
  const ofDay = Math.floor(ms) - day * DAY_MS
  const hours = twoDigits[Math.floor(ofDay / HOUR_MS)]
  const minutes = twoDigits[Math.floor(ofDay / MINUTE_MS) % 60]
  const seconds = twoDigits[Math.floor(ofDay / SECOND_MS) % 60]
  return `${lastDate}${hours}:${minutes}:${seconds}.${threeDigits[ofDay % SECOND_MS]}Z`
}

export const nullableIsoTimestamp = (ms: number | null): string | null => (ms === null ? null : isoTimestamp(ms))
