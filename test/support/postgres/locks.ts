import type pg from 'pg'
import { inject } from 'vitest'
import { bucketOfId } from '../../../src/lib/buckets.ts'
import type { Tx } from '../../../src/store/connection/db.ts'

// Locks are asked for by bucket: a distributed database locks rows of one shard at a time, and refuses to look for them in all.

/** Locks the row of a customer, as another transaction would. Resolves to a function that releases it. */
export async function lockCustomer(pool: pg.Pool, customerId: string): Promise<() => Promise<void>> {
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select 1 from customers where bucket = $1 and id = $2 for update', [
    bucketOfId(customerId),
    customerId,
  ])
  return async () => {
    await holder.query('rollback')
    holder.release()
  }
}

/** Locks the stored replies of an operation until this transaction ends, as the transaction that runs its request does. */
export async function lockStoredReplies(tx: Tx, operation: string): Promise<void> {
  const stored = tx.selectFrom('idempotency_keys').where('operation', '=', operation)
  for (const { bucket } of await stored.select('bucket').distinct().execute()) {
    await stored.select('key').where('bucket', '=', bucket).forUpdate().execute()
  }
}

/** The number of connections that wait for a lock in the database. In a distributed one these are connections to the workers. */
export async function connectionsWaitingForLocks(pool: pg.Pool): Promise<number> {
  const { view, where } = waiting()
  const { rows } = await pool.query<{ waiting: number }>(`select count(*)::int as waiting from ${view} where ${where}`)
  return rows[0]?.waiting ?? 0
}

/** Ends the connections that wait for a lock. Resolves to their number. */
export async function endConnectionsWaitingForLock(pool: pg.Pool): Promise<number> {
  const { view, where, id } = waiting()
  return (await pool.query(`select pg_terminate_backend(${id}) from ${view} where ${where}`)).rowCount ?? 0
}

const waiting = () => ({
  ...(inject('citus') === undefined
    ? { view: 'pg_stat_activity', id: 'pid' }
    : { view: 'citus_stat_activity', id: 'global_pid' }),
  where: `wait_event_type = 'Lock' and datname = current_database()`,
})
