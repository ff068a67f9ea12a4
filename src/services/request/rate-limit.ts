import { type Clock, MINUTE_MS, SECOND_MS } from '../../lib/clock.ts'
import { LastUsedCache } from '../../lib/last-used-cache.ts'
import type { Database } from '../../store/connection/database.ts'
import { leaseRateWindow } from '../../store/requests/rate-limit.ts'

/** The answer to whether a request is within the rate limit, with the values of the headers `RateLimit-*`. */
export interface RateLimitAllowance {
  readonly passed: boolean
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

export interface RateLimiter {
  /** Counts a request of an API key. Returns at once while this node has requests of its minute left; otherwise it leases more. */
  take(keyId: string, limit: number): RateLimitAllowance | Promise<RateLimitAllowance>
}

/**
 * A node leases `limit / SHARES` requests of an API key's rate limit at a time: small limits are counted one by one, and large ones do not
 * need a query for each request.
 */
const SHARES = 1000
const MAX_KEYS = 10_000

/** The numbers that this node knows about the current minute of an API key's rate limit. */
interface Share {
  /** When the present minute of the API key's rate limit began, in Unix milliseconds. */
  startedAt: number
  /** How many of the API key's requests in this minute the node has leased and not used. */
  unused: number
  /** How many of the API key's requests in this minute no node had leased when this node last asked. */
  left: number
  waiting: number
  refill: Promise<void> | null
}

/**
 * Limits the requests of each API key in minutes that begin with its first request, shared by all nodes: a node leases requests from the
 * key's row and counts them by itself. The sum of all leases never exceeds the limit.
 */
export function createRateLimiter({ clock, database }: { clock: Clock; database: Database }): RateLimiter {
  const shares = new LastUsedCache<Share>(MAX_KEYS)

  const shareOf = (keyId: string, limit: number): Share => {
    const now = clock.now()
    const known = shares.get(keyId)
    if (known !== undefined && Math.abs(now - known.startedAt) < MINUTE_MS) return known
    const share = { startedAt: now, unused: 0, left: limit, waiting: 0, refill: null }
    shares.set(keyId, share)
    return share
  }

  const use = (share: Share, limit: number): RateLimitAllowance => {
    const passed = share.unused > 0
    if (passed) share.unused -= 1
    const resetSeconds = Math.ceil((share.startedAt + MINUTE_MS - clock.now()) / SECOND_MS)
    return { passed, limit, remaining: share.unused + share.left, resetSeconds }
  }

  const refill = async (share: Share, keyId: string, limit: number): Promise<void> => {
    await Promise.resolve() // other requests that find nothing left are counted first, so that one lease serves all of them
    const requested = Math.max(Math.ceil(limit / SHARES), share.waiting)
    try {
      const lease = await leaseRateWindow(database, { keyId, now: clock.now(), windowMs: MINUTE_MS, requested, limit })
      share.startedAt = lease.startedAt
      share.unused += lease.granted
      share.left = lease.left
    } finally {
      share.refill = null
    }
  }

  const takeFromLease = async (keyId: string, limit: number): Promise<RateLimitAllowance> => {
    for (;;) {
      const share = shareOf(keyId, limit)
      if (share.unused > 0 || share.left === 0) return use(share, limit)
      share.waiting += 1
      share.refill ??= refill(share, keyId, limit)
      await share.refill.finally(() => (share.waiting -= 1))
    }
  }

  return {
    take(keyId, limit) {
      const share = shareOf(keyId, limit)
      return share.unused > 0 || share.left === 0 ? use(share, limit) : takeFromLease(keyId, limit)
    },
  }
}
