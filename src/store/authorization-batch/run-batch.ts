import type pg from 'pg'
import { batchConnection, type BatchConnection } from './connection.ts'

/** The database did not finish a batch in time. Whether it was committed is not known: no one may be told that it was. */
export class BatchTimeoutError extends Error {
  override name = 'BatchTimeoutError'
  /** SQLSTATE query_canceled: for whoever asks, the database could not answer. */
  readonly code = '57014'
}

/**
 * Runs work in one transaction on a connection of its own, within `timeoutMs`. A connection that does not answer in time
 * is destroyed: the server then rolls back what it had not committed.
 */
export async function runBatch<T>(
  pool: pg.Pool,
  timeoutMs: number,
  work: (connection: BatchConnection) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new BatchTimeoutError(`The database took longer than ${timeoutMs} ms.`)), timeoutMs)
  })
  try {
    const result = await Promise.race([transact(client, work), timeout])
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function transact<T>(client: pg.PoolClient, work: (connection: BatchConnection) => Promise<T>): Promise<T> {
  const [, result] = await Promise.all([client.query('begin'), work(batchConnection(client))])
  await client.query('commit')
  return result
}
