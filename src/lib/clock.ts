/** A source of time. No decision of Purser reads the time in another way. */
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

/** The moment that `timestamp` formatted last, kept because all answers of a batch have the same time. */
let lastMs = Number.NaN
let lastText = ''

/** Formats Unix milliseconds as `2026-01-31T23:59:59.123Z`, the only form of time in answers (contract, section 2). */
export function timestamp(ms: number): string {
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString()
    lastMs = ms
  }
  return lastText
}

export const nullableTimestamp = (ms: number | null): string | null => (ms === null ? null : timestamp(ms))
