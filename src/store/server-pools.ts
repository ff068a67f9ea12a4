import type pg from 'pg'

/** Connections to one server. */
export interface ServerPool {
  connect(): Promise<pg.PoolClient>
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>
  readonly options: { readonly max: number }
}

/** Connections to whatever server has what is asked for. */
export interface ServerPools {
  /** Where this group is (`lib/groups.ts`). What the server does not have, it asks others for. */
  of(group: number): ServerPool
  /** Calls whenever a connection has been opened: it may lead to another server than those before. */
  onConnect(opened: () => void): void
}

/** All is on one server. */
export const onePool = (pool: pg.Pool): ServerPools => ({
  of: () => pool,
  onConnect: (opened) => pool.on('connect', opened),
})
