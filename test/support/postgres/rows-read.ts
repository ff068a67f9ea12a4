import { sql } from 'kysely'
import type { Tx } from '../../../src/store/connection/db.ts'

/** The number of rows of a table that PostgreSQL reads while `work` runs in a transaction, including rows that its queries filter out. */
export async function countRowsRead(tx: Tx, table: string, work: () => Promise<unknown>): Promise<number> {
  const before = await readSoFar(tx, table)
  await work()
  return (await readSoFar(tx, table)) - before
}

async function readSoFar(tx: Tx, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(idx_tup_fetch, 0) + seq_tup_read as n from pg_stat_xact_user_tables where relname = ${table}`.execute(
    tx,
  )
  return rows[0]?.n ?? Number.NaN
}
