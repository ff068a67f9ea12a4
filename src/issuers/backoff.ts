import { HOUR_MS, SECOND_MS } from '../lib/clock.ts'
import { IssuerBusy, type OutboundOptions } from './issuer.ts'

const LONGEST_DELAY_MS = HOUR_MS
/** Of one list, all that is waited for its pages together. */
const PATIENCE_MS = HOUR_MS

/** When what failed is tried again: after 1 s, 2 s, up to an hour, and not before the issuer wants it. `attempt`: how many have failed in a row before. */
export function delayAfter(error: unknown, attempt: number): number {
  const wanted = error instanceof IssuerBusy ? error.retryAfterMs : 0
  return Math.min(LONGEST_DELAY_MS, Math.max(wanted, SECOND_MS * 2 ** Math.min(attempt, 12)))
}

export type Patiently = <T>(ask: () => Promise<T>) => Promise<T>

/** For the pages of one list: an issuer that was asked too often of late is asked for the same one again. */
export function patience(wait: OutboundOptions['wait']): Patiently {
  let waited = 0
  return async (ask) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await ask()
      } catch (error) {
        const delay = delayAfter(error, attempt)
        waited += delay
        if (!(error instanceof IssuerBusy) || waited > PATIENCE_MS) throw error
        await wait(delay)
      }
    }
  }
}

/** What `Retry-After` says, in milliseconds; 0: nothing. Issuers write seconds. */
export const retryAfterOf = (header: string | null | undefined): number =>
  /^[0-9]{1,6}$/.test(header ?? '') ? Number(header) * SECOND_MS : 0
