import type pg from 'pg'

export interface Patience {
  /** For all of a transaction. */
  readonly timeoutMs: number
  /** For each lock that it has to wait for. */
  readonly lockTimeoutMs: number
}

/**
 * The server has all of a transaction before it has its locks: it must not go on with what has waited so long that nobody
 * expects it any more, nor keep others waiting behind it.
 */
export const begin = (client: pg.ClientBase, { lockTimeoutMs }: Patience): Promise<unknown> =>
  client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`)
