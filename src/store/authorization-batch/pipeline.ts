import type pg from 'pg'
import { assert } from '../../lib/assert.ts'
import { batchConnection, sendAll, type Query } from './connection.ts'
import { inTime } from './in-time.ts'

/** A connection that is held, and how many transactions are on it. */
interface Held {
  readonly client: Promise<pg.PoolClient>
  inFlight: number
}

/**
 * Transactions that follow one another on one connection, each sent whole and without waiting for the answer to the one
 * before: the database begins it when it has ended the last. The connection is held while any of them is in flight.
 */
export class Pipeline {
  readonly #pool: pg.Pool
  readonly #timeoutMs: number
  #held: Held | null = null

  constructor(pool: pg.Pool, timeoutMs: number) {
    this.#pool = pool
    this.#timeoutMs = timeoutMs
  }

  /**
   * Runs statements as one transaction, after those that were given before. Resolves after the commit. A statement that
   * fails fails its own transaction; a connection that is lost or late, all that are on it.
   */
  async transact(queries: readonly Query[]): Promise<void> {
    const held = this.#hold()
    let failure: Error | null
    try {
      const client = await held.client
      failure = await inTime(transact(client, queries, this.#timeoutMs), this.#timeoutMs)
    } catch (error) {
      this.#giveUp(held)
      throw error
    }
    this.#leave(held)
    if (failure !== null) throw failure
  }

  #hold(): Held {
    const held = (this.#held ??= { client: this.#pool.connect(), inFlight: 0 })
    held.inFlight += 1
    return held
  }

  #leave(held: Held): void {
    held.inFlight -= 1
    if (held.inFlight > 0 || this.#held !== held) return
    this.#held = null
    void held.client.then((client) => client.release())
  }

  /** The server rolls back what it had not committed. */
  #giveUp(held: Held): void {
    if (this.#held !== held) return // given up already
    this.#held = null
    held.client.then(
      (client) => client.release(true),
      () => undefined,
    )
  }
}

/** Resolves to the error of a statement, which has rolled all of it back. Rejects where the connection is lost. */
async function transact(client: pg.PoolClient, queries: readonly Query[], timeoutMs: number): Promise<Error | null> {
  // The server has all of it: it must not commit what has waited for a lock until nobody expects it any more.
  const begun = client.query(`begin; set local lock_timeout = ${timeoutMs}`)
  const written = Promise.all([begun, sendAll(batchConnection(client), queries)]).then(
    () => null,
    (error: Error) => error,
  )
  // The commit travels with the writes: one that fails turns it into a rollback.
  const [failure, ended] = await Promise.all([written, client.query('commit')])
  assert(failure !== null || ended.command === 'COMMIT', 'a transaction whose writes all succeeded commits')
  return failure
}
