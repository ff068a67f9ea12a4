import type pg from 'pg'
import { FIRST_TABLE } from './tables.ts'

/** Whether the service's tables are distributed here. */
export async function isDistributedOn(client: pg.ClientBase | pg.Pool): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regclass('pg_dist_partition') is not null as known`,
  )
  if (rows[0]?.known !== true) return false
  const { rowCount } = await client.query(`select from pg_dist_partition where logicalrelid = to_regclass($1)`, [
    FIRST_TABLE,
  ])
  return rowCount === 1
}
