import { assertPresent } from '../../lib/assert.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import type { Database } from '../connection/database.ts'

export interface RateLeaseRequest {
  readonly keyId: string
  /** The present time, in Unix milliseconds. */
  readonly now: number
  /** The length of a window of an API key's rate limit, in milliseconds. */
  readonly windowMs: number
  readonly requested: number
  /** The most requests of an API key that all nodes together may let pass in a window of its rate limit. */
  readonly limit: number
}

export interface RateWindowLease {
  /** When the window of the API key's rate limit began, in Unix milliseconds. */
  readonly startedAt: number
  /**
   * How many requests of the API key this node may let pass now. It is less than `requested` if fewer are left, and zero if the window is
   * used up.
   */
  readonly granted: number
  /** How many requests of the API key's rate-limit window no node has leased yet. */
  readonly left: number
}

/**
 * SQL that leases requests in a window of an API key's rate limit. It adds to `leased` even above the limit: from the new sum the caller
 * computes how many requests had been leased before. A window that begins further in the future than its own length counts as over, because
 * only a wrong clock can have begun it.
 */
const LEASE = `
insert into rate_leases as earlier (bucket, key_id, started_at, leased) values ($5, $1, $2, $3)
on conflict (bucket, key_id) do update set
  started_at = case when abs($2 - earlier.started_at) < $4 then earlier.started_at else $2 end,
  leased = $3 + case when abs($2 - earlier.started_at) < $4 then earlier.leased else 0 end
returning started_at, leased`

/** Leases requests in the current window of an API key, or begins a new one. The lock of the row makes nodes take turns. */
export async function leaseRateWindow(database: Database, request: RateLeaseRequest): Promise<RateWindowLease> {
  const { keyId, now, windowMs, requested, limit } = request
  const { rows } = await database.pool.query<{ started_at: number; leased: number }>({
    name: 'lease-requests',
    text: LEASE,
    values: [keyId, now, requested, windowMs, bucketOfId(keyId)],
  })
  const { started_at: startedAt, leased } = assertPresent(rows[0], 'the statement writes one row')
  const before = leased - requested
  return {
    startedAt,
    granted: Math.max(0, Math.min(requested, limit - before)),
    left: Math.max(0, limit - leased),
  }
}
