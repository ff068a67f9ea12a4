import type pg from 'pg'
import { assert } from '../../lib/assert.ts'
import { batchConnection, type BatchConnection } from './connection.ts'
import { inTime } from './in-time.ts'

/** Resolves when all its statements are sent. `written`: when they have succeeded. */
export type BatchWork<T> = (connection: BatchConnection) => Promise<{ result: T; written: Promise<unknown> }>

/**
 * Runs work in one transaction on a connection of its own, within `timeoutMs`. A connection that does not answer in time
 * is destroyed: the server then rolls back what it had not committed.
 */
export async function runBatch<T>(pool: pg.Pool, timeoutMs: number, work: BatchWork<T>): Promise<T> {
  const client = await pool.connect()
  try {
    const result = await inTime(transact(client, work), timeoutMs)
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function transact<T>(client: pg.PoolClient, work: BatchWork<T>): Promise<T> {
  const [, { result, written }] = await Promise.all([client.query('begin'), work(batchConnection(client))])
  // The commit travels with the writes: one that fails turns it into a rollback.
  const [ended] = await Promise.all([client.query('commit'), written])
  assert(ended.command === 'COMMIT', 'a transaction whose writes all succeeded commits')
  return result
}
