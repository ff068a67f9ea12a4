import type pg from 'pg'

/**
 * The table that a database has while a backup is being restored into it. A restore that was killed leaves the table, so that no node takes
 * the database for a new one.
 */
const TABLE = 'purser_restore'

export const setRestoreMark = (client: pg.ClientBase): Promise<unknown> =>
  client.query(`create table if not exists ${TABLE} ()`)

export const removeRestoreMark = (client: pg.ClientBase): Promise<unknown> =>
  client.query(`drop table if exists ${TABLE}`)

/** Says in one line that a restore into this database has not finished, and what to do. Null: no restore has begun. */
export async function unfinishedRestore(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ marked: boolean }>(`select to_regclass('${TABLE}') is not null as marked`)
  return rows[0]?.marked === true
    ? 'A restore into this database was interrupted, and has left it empty. Run purser backup restore again, or take another database.'
    : null
}
