import type pg from 'pg'
import { begin, type Patience } from './begin.ts'
import { commit, wasRolledBack } from './commit.ts'
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
  #held: Held | null = null

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /**
   * Runs statements as one transaction, after those that were given before. Resolves after the commit. Rejects as `commit`
   * does: a statement that fails fails its own transaction; a connection that is lost or late, all that are on it.
   */
  async transact(queries: readonly Query[], patience: Patience): Promise<void> {
    const held = this.#hold()
    try {
      const client = await held.client
      await inTime(transact(client, queries, patience), patience.timeoutMs)
    } catch (error) {
      if (wasRolledBack(error)) this.#leave(held)
      else this.#giveUp(held)
      throw error
    }
    this.#leave(held)
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

/** All of it is sent at once: the next transaction comes right behind. */
function transact(client: pg.PoolClient, queries: readonly Query[], patience: Patience): Promise<void> {
  return commit(client, Promise.all([begin(client, patience), sendAll(batchConnection(client), queries)]))
}
