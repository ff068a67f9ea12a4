import type pg from 'pg'
import { ServerWatch } from './server-watch.ts'

/** Connections to one server. */
export interface ServerPool {
  connect(): Promise<pg.PoolClient>
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>
  readonly options: { readonly max: number }
}

/** Connections to the server that has the rows of a group. */
export interface ServerPools {
  /** A pool to the server of this group (`store/sharding/groups.ts`). The server passes statements about other groups on. */
  of(group: number): ServerPool
  /** Calls `changed` whenever new connections lead to another server than before, or to a server that was restarted. */
  onChange(changed: () => void): void
}

/** The pools of a database whose tables are all on one server. */
export const onePool = (pool: pg.Pool, watch = new ServerWatch()): ServerPools => ({
  of: () => pool,
  onChange: (changed) => watch.onChange(changed),
})
