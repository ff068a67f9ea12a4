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

export const batchConnection = (client: pg.PoolClient): BatchConnection => ({
  rows: async <T extends pg.QueryResultRow>(statement: Statement, values: unknown[]) =>
    (await client.query<T>({ ...statement, values })).rows,
})

/** Sends statements together. Resolves when all of them have succeeded. */
export const sendAll = (connection: BatchConnection, queries: readonly Query[]): Promise<unknown> =>
  Promise.all(queries.map(({ statement, values }) => connection.rows(statement, values)))
