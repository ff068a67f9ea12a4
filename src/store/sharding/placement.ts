import type pg from 'pg'
import { COLOCATION_TABLE } from './distributed-tables.ts'

/** Whether the service's tables are distributed in this database. */
export async function isDatabaseDistributed(client: pg.ClientBase | pg.Pool): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regclass('pg_dist_partition') is not null as known`,
  )
  if (rows[0]?.known !== true) return false
  const { rowCount } = await client.query(`select from pg_dist_partition where logicalrelid = to_regclass($1)`, [
    COLOCATION_TABLE,
  ])
  return rowCount === 1
}

/**
 * Reads a hash over the servers of all shards. It changes with every move of a shard, even a move back, because each placement has a new
 * id. Null: the tables are not distributed. It must be called outside of transactions that keep one snapshot, in which it never changes.
 */
export async function readShardPlacements(client: pg.ClientBase | pg.Pool): Promise<string | null> {
  if (!(await isDatabaseDistributed(client))) return null
  const { rows } = await client.query<{ placements: string }>(
    `select md5(string_agg(concat_ws(' ', placementid, shardid, groupid), ',' order by placementid)) as placements
    from pg_dist_placement`,
  )
  return rows[0]?.placements ?? ''
}
