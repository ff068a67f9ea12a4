import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'

/** The folder with the rows of all tables that earlier versions have written. `scripts/record.ts` makes them. */
const FOLDER = join(import.meta.dirname, 'recorded')
const SUFFIX = '.txt.gz'

export const recordOf = (version: string): string => join(FOLDER, `${version}${SUFFIX}`)

export const recordedVersions = (): string[] => readdirSync(FOLDER).map((file) => file.slice(0, -SUFFIX.length))

/** The rows of a version as JSON, by their tables. */
export function recordedRows(version: string): ReadonlyMap<string, readonly string[]> {
  const [, ...tables] = gunzipSync(readFileSync(recordOf(version)))
    .toString()
    .split(/^-- /m)
  return new Map(
    tables.map((text) => {
      const [name = '', ...rows] = text.trimEnd().split('\n')
      return [name, rows]
    }),
  )
}

/** The names of the migrations that had run on a version's database. */
export const migrationsOf = (version: string): ReadonlySet<string> =>
  new Set((recordedRows(version).get(MIGRATIONS) ?? []).map((row) => (JSON.parse(row) as { name: string }).name))

/** The table that the migrations fill themselves. */
const MIGRATIONS = 'kysely_migration'

/** Writes the rows into the tables, which the migrations of that version have made. */
export async function writeRecorded(pool: pg.Pool, version: string): Promise<void> {
  for (const [table, rows] of recordedRows(version)) {
    if (table === MIGRATIONS) continue
    const columns = await columnsOf(pool, table)
    await pool.query(`delete from ${table}`)
    await pool.query(
      `insert into ${table} (${columns}) overriding system value
        select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [`[${rows.join(',')}]`],
    )
  }
}

/** The columns that the database does not generate. */
async function columnsOf(pool: pg.Pool, table: string): Promise<string> {
  const { rows } = await pool.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  return rows[0]?.columns ?? ''
}
