import { HOUR_MS, MINUTE_MS } from '../lib/clock.ts'

/** Before each attempt, from the end of the one before (specification, Retry policy). The first goes out at once. */
const DELAYS_MS = [0, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 24 * HOUR_MS] as const

export interface EndedAttempt {
  /** Attempts by schedule so far, this one included, if it was one. */
  readonly scheduledAttempts: number
  readonly succeeded: boolean
  /** Unix milliseconds. */
  readonly endedAt: number
}

/** What follows from an attempt: nothing after a success, the next attempt, or nothing after the last failure. */
export type NextStep =
  | { readonly status: 'succeeded' | 'failed'; readonly nextAttemptAt: null }
  | { readonly status: 'pending'; readonly nextAttemptAt: number }

export function nextStep({ scheduledAttempts, succeeded, endedAt }: EndedAttempt): NextStep {
  if (succeeded) return { status: 'succeeded', nextAttemptAt: null }
  const delayMs = DELAYS_MS[scheduledAttempts]
  return delayMs === undefined
    ? { status: 'failed', nextAttemptAt: null }
    : { status: 'pending', nextAttemptAt: endedAt + delayMs }
}
