import { sql } from 'kysely'
import type { Database } from '../connection/database.ts'
import type { Db } from '../connection/db.ts'
import { loadSetting } from '../nodes/settings.ts'

/** The last run of `purser verify` over all customers. */
export interface LastVerification {
  /** When it ended, in Unix milliseconds. */
  readonly endedAt: number
  readonly differences: number
}

/** The name of the setting that has the result of the last run. */
const LAST_VERIFICATION = 'last_verification'

/** Reads the result of the last run. Null: there was none. */
export async function loadLastVerification(db: Db): Promise<LastVerification | null> {
  const text = await loadSetting(db, LAST_VERIFICATION)
  return text === null ? null : (JSON.parse(text) as LastVerification)
}

/** Stores the result of a run in place of the last one, so that nodes show it in their metrics. */
export async function recordVerification(
  database: Pick<Database, 'transaction'>,
  verification: LastVerification,
): Promise<void> {
  await database.transaction((tx) =>
    sql`insert into settings values (${LAST_VERIFICATION}, ${JSON.stringify(verification)})
      on conflict (name) do update set value = excluded.value`.execute(tx),
  )
}
