import type { Database } from '../connection/database.ts'

/**
 * Rows are written in the order of the keys' ids, so that two nodes that write the same rows cannot deadlock. A time of use never replaces
 * a later one.
 */
const WRITE_USES = `
insert into api_key_uses as earlier (key_id, last_used_at)
select * from unnest($1::text[], $2::bigint[])
on conflict (key_id) do update set last_used_at = excluded.last_used_at
where earlier.last_used_at < excluded.last_used_at`

/** Stores when API keys were last used. `uses` maps the ids of keys to Unix milliseconds. */
export async function writeKeyUses({ pool }: Database, uses: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...uses].toSorted(([a], [b]) => (a < b ? -1 : 1))
  await pool.query({
    name: 'write-key-uses',
    text: WRITE_USES,
    values: [rows.map(([keyId]) => keyId), rows.map(([, usedAt]) => usedAt)],
  })
}
