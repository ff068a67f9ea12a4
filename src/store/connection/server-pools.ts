import type pg from 'pg'
import { ServerWatch } from './server-watch.ts'

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
  /** Calls whenever connections lead to another server than those before them, or to one that was started since. */
  onChange(changed: () => void): void
}

/** All is on one server. */
export const onePool = (pool: pg.Pool, watch = new ServerWatch()): ServerPools => ({
  of: () => pool,
  onChange: (changed) => watch.onChange(changed),
})
