import type { PurserError } from './purser-error.ts'

const FIRST_DELAY_MS = 250
const LARGEST_DELAY_MS = 4000

/** Codes whose cause is likely gone within seconds. `approval_required` waits for a person, so it is not among them. */
const passing: ReadonlySet<string> = new Set([
  'connection_failed',
  'rate_limited',
  'unavailable',
  'internal_error',
  'idempotency_in_progress',
])

/** Whether the same call, with the same idempotency key, is worth another try. */
export const isWorthRetrying = (error: PurserError): boolean =>
  passing.has(error.code) || (error.code === 'unexpected_reply' && error.retryable)

/**
 * How long to wait before the next try: what the server asks for, else twice as long after each failure, with jitter
 * so that clients which failed together do not come back together.
 * @param attempt the failed attempt, from 1
 * @param random from 0 to 1
 */
export function retryDelayMs(error: PurserError, attempt: number, random: number): number {
  if (error.retryAfterSeconds !== undefined) return error.retryAfterSeconds * 1000
  const ceilingMs = Math.min(LARGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1))
  return ceilingMs * (0.5 + random / 2)
}
