import { present } from '../../lib/assert.ts'
import { bucketOf } from '../../lib/buckets.ts'
import type { Database } from '../connection/database.ts'

export interface LeaseRequest {
  readonly keyId: string
  /** Unix milliseconds. */
  readonly now: number
  /** How long a window lasts. */
  readonly windowMs: number
  readonly wanted: number
  /** Requests in a window over all nodes. */
  readonly limit: number
}

export interface Lease {
  /** When the window began, Unix milliseconds. */
  readonly startedAt: number
  /** What this node may pass now: fewer than wanted where fewer are left, none when the window is used up. */
  readonly granted: number
  /** What no node has taken yet. */
  readonly left: number
}

/**
 * Adds without a cap, so that the sum tells what was there before. A window of the future is over too: it was begun
 * by a clock that was wrong.
 */
const LEASE = `
insert into rate_leases as earlier (bucket, key_id, started_at, leased) values ($5, $1, $2, $3)
on conflict (bucket, key_id) do update set
  started_at = case when abs($2 - earlier.started_at) < $4 then earlier.started_at else $2 end,
  leased = $3 + case when abs($2 - earlier.started_at) < $4 then earlier.leased else 0 end
returning started_at, leased`

/** Takes out a part of a key's window, and begins one where none runs. The row lock makes nodes take turns. */
export async function leaseRequests(database: Database, request: LeaseRequest): Promise<Lease> {
  const { keyId, now, windowMs, wanted, limit } = request
  const { rows } = await database.pool.query<{ started_at: number; leased: number }>({
    name: 'lease-requests',
    text: LEASE,
    values: [keyId, now, wanted, windowMs, bucketOf(keyId)],
  })
  const { started_at: startedAt, leased } = present(rows[0], 'the statement writes one row')
  const before = leased - wanted
  return {
    startedAt,
    granted: Math.max(0, Math.min(wanted, limit - before)),
    left: Math.max(0, limit - leased),
  }
}
