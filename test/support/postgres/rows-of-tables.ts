import type { Database } from '../../../src/store/connection/database.ts'

/** Every row of every table as text, by the name of the table. */
export async function rowsOfAllTables({ pool }: Pick<Database, 'pool'>): Promise<Map<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const found = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select row_to_json(t)::text as row from "${name}" t order by 1`)
    found.set(name, rows.map(({ row }) => row).join('\n'))
  }
  return found
}
