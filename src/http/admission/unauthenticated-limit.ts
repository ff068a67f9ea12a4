import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '../../contract/errors.ts'
import { LastUsed } from '../../lib/last-used.ts'
import { networkOf } from '../../lib/network/network-of.ts'

const MINUTE_MS = 60_000
const MAX_ADDRESSES = 10_000
/** Whoever asks again as soon as it is answered is answered once a second: refusing at full speed would be work of its own. */
const REFUSE_AFTER_MS = 1000
/** Whoever is refused beside so many others is refused at once. */
const MAX_REFUSING = 1000

/** How often an address may ask without a valid API key, on this node (contract, section 2, Rate limits). */
export interface UnauthenticatedLimit {
  /**
   * Takes one of the requests of an address, or more where one costs as much. Nothing: it may ask. Where none is left, a promise
   * that soon throws `rate_limited`.
   */
  take(address: string, requests?: number): Promise<never> | undefined
  /** What was taken for somebody who was none. */
  giveBack(address: string): void
}

/**
 * Requests come back evenly over the minute. Of an address only the moment is kept at which all of its requests are back, and only
 * for the 10,000 addresses that asked last.
 */
export function createUnauthenticatedLimit(
  requestsPerMinute: number,
  nowMs = () => performance.now(),
): UnauthenticatedLimit {
  const everyMs = MINUTE_MS / requestsPerMinute
  const restoredAt = new LastUsed<number>(MAX_ADDRESSES)
  let refusing = 0

  const refuse = async (waitMs: number): Promise<never> => {
    if (refusing < MAX_REFUSING) {
      refusing += 1
      await delay(REFUSE_AFTER_MS, undefined, { ref: false }).finally(() => (refusing -= 1))
    }
    throw new ApiError('rate_limited', {
      message: 'Too many requests without a valid API key from this address.',
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    })
  }

  return {
    take(address, requests = 1) {
      const network = networkOf(address)
      const now = nowMs()
      const at = Math.max(restoredAt.get(network) ?? 0, now) + Math.min(requests, requestsPerMinute) * everyMs
      const waitMs = at - now - MINUTE_MS
      if (waitMs > 0) return refuse(waitMs)
      restoredAt.set(network, at)
      return undefined
    },
    giveBack(address) {
      const network = networkOf(address)
      const at = restoredAt.get(network)
      if (at !== undefined) restoredAt.set(network, at - everyMs)
    },
  }
}
