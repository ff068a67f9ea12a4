import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '../../contract/errors.ts'
import { LastUsedCache } from '../../lib/last-used-cache.ts'
import { ipNetworkOf } from '../../lib/network/ip-network-of.ts'

const MINUTE_MS = 60_000
const MAX_ADDRESSES = 10_000
/**
 * How long the refusal of a request waits, in milliseconds. So a caller that sends its next request as soon as it is refused gets one
 * refusal a second: without the wait, the node would be busy with refusing.
 */
const REFUSE_AFTER_MS = 1000
/** The most refused requests that wait at the same time. Any further one is answered at once. */
const MAX_REFUSING = 1000

/** How often an address may send requests without a valid API key to this node (contract, section 2, Rate limits). */
export interface UnauthenticatedRequestLimit {
  /**
   * Takes one of the requests that the IP address may send, or several for a costly request. Undefined: so many were left. Otherwise a
   * promise that rejects with `rate_limited` after about a second.
   */
  take(address: string, requests?: number): Promise<never> | undefined
  /** Gives a request back to the address that it was taken from, after the caller's key or session turned out to be valid. */
  giveBack(address: string): void
}

/**
 * An IP network (`ipNetworkOf`) gets its `requestsPerMinute` back evenly over a minute. For each IP network only one time is kept, at which
 * it will have all requests back, and only for the 10,000 IP networks that sent requests last.
 */
export function createUnauthenticatedRequestLimit(
  requestsPerMinute: number,
  nowMs = () => performance.now(),
): UnauthenticatedRequestLimit {
  const everyMs = MINUTE_MS / requestsPerMinute
  const restoredAt = new LastUsedCache<number>(MAX_ADDRESSES)
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
      const network = ipNetworkOf(address)
      const now = nowMs()
      const at = Math.max(restoredAt.get(network) ?? 0, now) + Math.min(requests, requestsPerMinute) * everyMs
      const waitMs = at - now - MINUTE_MS
      if (waitMs > 0) return refuse(waitMs)
      restoredAt.set(network, at)
      return undefined
    },
    giveBack(address) {
      const network = ipNetworkOf(address)
      const at = restoredAt.get(network)
      if (at !== undefined) restoredAt.set(network, at - everyMs)
    },
  }
}
