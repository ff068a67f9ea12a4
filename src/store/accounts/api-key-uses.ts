import type { Database } from '../connection/database.ts'
import type { Db } from '../connection/db.ts'

/**
 * SQL that stores when API keys were last used. The rows are written in the order of the keys' ids, so that two nodes that write the same
 * rows cannot deadlock. An earlier time of use never replaces a later one.
 */
const WRITE_USES = `
insert into api_key_uses as earlier (key_id, last_used_at)
select * from unnest($1::text[], $2::bigint[])
on conflict (key_id) do update set last_used_at = excluded.last_used_at
where earlier.last_used_at < excluded.last_used_at`

/** Stores when API keys were last used. `uses` maps the ids of keys to Unix milliseconds. */
export async function writeApiKeyUses({ pool }: Database, uses: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...uses].toSorted(([a], [b]) => (a < b ? -1 : 1))
  await pool.query({
    name: 'write-key-uses',
    text: WRITE_USES,
    values: [rows.map(([keyId]) => keyId), rows.map(([, usedAt]) => usedAt)],
  })
}

/** Reads when API keys were last used, in Unix milliseconds, by the keys' ids. Keys that were never used are left out. */
export async function readApiKeyUses(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('api_key_uses').selectAll().where('key_id', 'in', ids).execute()
  return new Map(rows.map(({ key_id, last_used_at }) => [key_id, last_used_at]))
}
