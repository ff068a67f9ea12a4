import type { Database } from './database.ts'

export interface LeaseRequest {
  readonly keyId: string
  /** Unix minutes. */
  readonly minute: number
  readonly wanted: number
  /** Requests a minute over all nodes. */
  readonly limit: number
}

export interface Lease {
  /** What this node may pass now: fewer than wanted where fewer are left, none when the minute is used up. */
  readonly granted: number
  /** What no node has taken yet. */
  readonly left: number
}

/** Adds without a cap, so that the sum tells what was there before; older minutes of the key go with its new one. */
const LEASE = `
with outdated as (delete from rate_leases where key_id = $1 and minute < $2 - 1)
insert into rate_leases as taken (key_id, minute, leased) values ($1, $2, $3)
on conflict (key_id, minute) do update set leased = taken.leased + excluded.leased where taken.leased < $4
returning leased`

/** Takes out a part of a key's minute. The row lock makes nodes take turns. */
export async function leaseRequests(database: Database, request: LeaseRequest): Promise<Lease> {
  const { keyId, minute, wanted, limit } = request
  const { rows } = await database.pool.query<{ leased: number }>({
    name: 'lease-requests',
    text: LEASE,
    values: [keyId, minute, wanted, limit],
  })
  const leased = rows[0]?.leased
  if (leased === undefined) return { granted: 0, left: 0 }
  const before = leased - wanted
  return { granted: Math.max(0, Math.min(wanted, limit - before)), left: Math.max(0, limit - leased) }
}
