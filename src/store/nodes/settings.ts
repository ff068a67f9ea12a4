import { sql } from 'kysely'
import type { Database } from '../connection/database.ts'
import type { Db } from '../connection/db.ts'

export const loadStoredSetting = async (db: Db, name: string): Promise<string | null> => {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? null
}

/** Replaces a setting if it still has the value `before` (null: no value yet). Resolves with false if it has another value, which stays. */
export function replaceStoredSetting(
  database: Database,
  name: string,
  change: { before: string | null; after: string },
): Promise<boolean> {
  const { before, after: value } = change
  return database.transaction(async (tx) => {
    const { numAffectedRows } =
      before === null
        ? await sql`insert into settings values (${name}, ${value}) on conflict do nothing`.execute(tx)
        : await sql`update settings set value = ${value} where name = ${name} and value = ${before}`.execute(tx)
    return numAffectedRows === 1n
  })
}
