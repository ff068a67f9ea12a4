import { HOUR_MS, MINUTE_MS } from '../lib/clock.ts'

/**
 * Milliseconds from the end of one attempt to send a delivery to the next attempt (specification, Retry policy). The first attempt has no
 * delay.
 */
const DELAYS_MS = [0, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 24 * HOUR_MS] as const

export interface EndedDeliveryAttempt {
  /** Number of scheduled attempts to send the delivery so far, including this attempt unless it was requested by hand. */
  readonly scheduledAttempts: number
  readonly succeeded: boolean
  /** When the attempt to send the delivery ended, in Unix milliseconds. */
  readonly endedAt: number
}

/** The delivery's status after an attempt, and the time of the next attempt in Unix milliseconds. Null: no attempt follows. */
export type DeliveryStatusAfterAttempt =
  | { readonly status: 'succeeded' | 'failed'; readonly nextAttemptAt: null }
  | { readonly status: 'pending'; readonly nextAttemptAt: number }

export function deliveryStatusAfterAttempt({
  scheduledAttempts,
  succeeded,
  endedAt,
}: EndedDeliveryAttempt): DeliveryStatusAfterAttempt {
  if (succeeded) return { status: 'succeeded', nextAttemptAt: null }
  const delayMs = DELAYS_MS[scheduledAttempts]
  return delayMs === undefined
    ? { status: 'failed', nextAttemptAt: null }
    : { status: 'pending', nextAttemptAt: endedAt + delayMs }
}
