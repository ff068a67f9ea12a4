import type pg from 'pg'
import { begin, type Patience } from './begin.ts'
import { commit, wasRolledBack } from './commit.ts'
import { batchConnection, type BatchConnection } from './connection.ts'
import { inTime } from './in-time.ts'

/** Resolves when all its statements are sent. `written`: when they have succeeded. */
export type BatchWork<T> = (connection: BatchConnection) => Promise<{ result: T; written: Promise<unknown> }>

/**
 * Runs work in one transaction on a connection of its own. Rejects with `UnknownFateError` or `DatabaseTimeoutError` where
 * nobody knows whether it was committed, and with anything else where it was not. A connection on which something failed is
 * destroyed: the server rolls back what it had not committed.
 */
export async function runBatch<T>(pool: pg.Pool, patience: Patience, work: BatchWork<T>): Promise<T> {
  for (let staleConnections = 0; ; staleConnections += 1) {
    const client = await pool.connect()
    try {
      const result = await inTime(transact(client, patience, work), patience.timeoutMs)
      client.release()
      return result
    } catch (error) {
      client.release(true)
      if (!isStale(error) || staleConnections > pool.options.max) throw error
    }
  }
}

async function transact<T>(client: pg.PoolClient, patience: Patience, work: BatchWork<T>): Promise<T> {
  const [, { result, written }] = await Promise.all([begin(client, patience), work(batchConnection(client))])
  await commit(client, written)
  return result
}

/**
 * Whether a connection has prepared its statements for tables that have columns more by now, or has lost them: "cached plan
 * must not change result type", "prepared statement does not exist". Another one has not.
 */
const isStale = (error: unknown): boolean =>
  wasRolledBack(error) && (error.code === '26000' || (error.code === '0A000' && error.message.includes('cached plan')))
