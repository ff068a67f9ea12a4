import { HOUR_MS, SECOND_MS } from '../lib/clock.ts'
import { IssuerBusy, type IssuerApiOptions } from './issuer.ts'

const LONGEST_DELAY_MS = HOUR_MS
/** The longest time, in milliseconds, that the calls for the pages of one list wait in all. */
const LONGEST_WAIT_MS = HOUR_MS

/**
 * Milliseconds until a failed call is repeated: 1 s, 2 s, and so on up to an hour, and not before the issuer permits.
 * `attempt`: number of consecutive failures before this one.
 */
export function issuerCallDelayMs(error: unknown, attempt: number): number {
  const requested = error instanceof IssuerBusy ? error.retryAfterMs : 0
  return Math.min(LONGEST_DELAY_MS, Math.max(requested, SECOND_MS * 2 ** Math.min(attempt, 12)))
}

export type BusyIssuerRetry = <T>(ask: () => Promise<T>) => Promise<T>

/**
 * Repeats a call for a page of a list for as long as the issuer answers that it was called too often. Rejects with any other error, and
 * once the waiting exceeds an hour in total.
 */
export function retryBusyIssuer(wait: IssuerApiOptions['wait']): BusyIssuerRetry {
  let waited = 0
  return async (ask) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await ask()
      } catch (error) {
        const delay = issuerCallDelayMs(error, attempt)
        waited += delay
        if (!(error instanceof IssuerBusy) || waited > LONGEST_WAIT_MS) throw error
        await wait(delay)
      }
    }
  }
}

/**
 * The milliseconds that a `Retry-After` header asks callers to wait. Issuers write it in seconds. 0: the header has no number of seconds.
 */
export const retryAfterMs = (header: string | null | undefined): number =>
  /^[0-9]{1,6}$/.test(header ?? '') ? Number(header) * SECOND_MS : 0
