import { type Clock, MINUTE_MS, SECOND_MS } from '../lib/clock.ts'
import type { Database } from '../store/database.ts'
import { leaseRequests, type LeaseRequest } from '../store/rate-limit.ts'

/** What the headers `RateLimit-*` say. */
export interface Allowance {
  readonly passed: boolean
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

export interface RateLimiter {
  /** Counts one request of a key; at once where this node holds a share of the minute. */
  take(keyId: string, limit: number): Allowance | Promise<Allowance>
}

/** A twentieth at a time: of two nodes, the one that goes idle wastes at most a twentieth of the minute. */
const SHARES = 20

interface Share {
  /** Taken out by this node and not yet used. */
  unused: number
  /** Taken out by no node, as far as this one knows. */
  left: number
  waiting: number
  refill: Promise<void> | null
}

/**
 * Fixed minutes, shared by all nodes of a database without a question to it for each request: a node leases requests from
 * the minute's row and uses them up by itself. The sum of all leases never passes the limit.
 */
export function createRateLimiter({ clock, database }: { clock: Clock; database: Database }): RateLimiter {
  let minute = -1
  let shares = new Map<string, Share>()

  const shareOf = (keyId: string, limit: number): Share => {
    const current = Math.floor(clock.now() / MINUTE_MS)
    if (current !== minute) {
      minute = current
      shares = new Map()
    }
    let share = shares.get(keyId)
    if (share === undefined) {
      share = { unused: 0, left: limit, waiting: 0, refill: null }
      shares.set(keyId, share)
    }
    return share
  }

  const use = (share: Share, limit: number): Allowance => {
    const passed = share.unused > 0
    if (passed) share.unused -= 1
    const resetSeconds = Math.ceil((MINUTE_MS - (clock.now() % MINUTE_MS)) / SECOND_MS)
    return { passed, limit, remaining: share.unused + share.left, resetSeconds }
  }

  const refill = async (share: Share, request: LeaseRequest): Promise<void> => {
    try {
      const { granted, left } = await leaseRequests(database, request)
      share.unused += granted
      share.left = left
    } finally {
      share.refill = null
    }
  }

  const takeFromLease = async (keyId: string, limit: number): Promise<Allowance> => {
    for (;;) {
      const share = shareOf(keyId, limit)
      if (share.unused > 0 || share.left === 0) return use(share, limit)
      share.waiting += 1
      const wanted = Math.max(Math.ceil(limit / SHARES), share.waiting)
      share.refill ??= refill(share, { keyId, minute, wanted, limit })
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
