import type pg from 'pg'
import { DatabaseServerWatch } from './server-watch.ts'

export interface DatabaseServerPool {
  connect(): Promise<pg.PoolClient>
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>
  readonly options: { readonly max: number }
}

/** The pools of connections, one pool for each database server. All rows of a group of buckets are on one server. */
export interface DatabaseServerPools {
  /**
   * Returns the pool to the server of a group (`store/sharding/groups.ts`). If a statement is about another group, the server passes it on.
   */
  of(group: number): DatabaseServerPool
  /** Calls `changed` whenever new connections lead to another server than before, or to a server that was restarted. */
  onChange(changed: () => void): void
}

/** The pools of a database whose tables are all on one server. */
export const poolsOfSingleDatabaseServer = (pool: pg.Pool, watch = new DatabaseServerWatch()): DatabaseServerPools => ({
  of: () => pool,
  onChange: (changed) => watch.onChange(changed),
})
