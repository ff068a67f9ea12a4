import type pg from 'pg'

/** A statement of the hot path, prepared once a connection. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** A statement with its parameters, ready to be sent. */
export interface Query {
  readonly statement: Statement
  readonly values: unknown[]
}

/** A connection inside a batch's transaction. Statements sent without waiting travel together. */
export interface BatchConnection {
  rows<T extends pg.QueryResultRow>(statement: Statement, values: unknown[]): Promise<T[]>
}

/**
 * A statement that fails fails all behind it ("current transaction is aborted"), and they may be heard of first: all of
 * them reject with the error of the one that began it.
 */
export function batchConnection(client: pg.PoolClient): BatchConnection {
  let first: unknown
  return {
    rows: async <T extends pg.QueryResultRow>(statement: Statement, values: unknown[]) => {
      try {
        return (await client.query<T>({ ...statement, values })).rows
      } catch (error) {
        first ??= error
        throw first
      }
    },
  }
}

/** Sends statements together. Resolves when all of them have succeeded. */
export const sendAll = (connection: BatchConnection, queries: readonly Query[]): Promise<unknown> =>
  Promise.all(queries.map(({ statement, values }) => connection.rows(statement, values)))
