import type pg from 'pg'

/** A statement of the hot path, prepared once a connection. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** A connection inside a batch's transaction. Statements sent without waiting travel together. */
export interface BatchConnection {
  rows<T extends pg.QueryResultRow>(statement: Statement, values: unknown[]): Promise<T[]>
}

export const batchConnection = (client: pg.PoolClient): BatchConnection => ({
  rows: async <T extends pg.QueryResultRow>(statement: Statement, values: unknown[]) =>
    (await client.query<T>({ ...statement, values })).rows,
})
