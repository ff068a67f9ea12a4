import { sql } from 'kysely'
import type { Database } from '../connection/database.ts'
import { loadStoredSetting } from './settings.ts'

/** The name of the setting that has the time of this database's test clock, in Unix milliseconds (contract, section 11). */
const TEST_CLOCK = 'test_clock'

/** Reads the time of the test clock. Null: this database has no test clock, or real time has passed it. */
export async function loadTestClock({ db }: Pick<Database, 'db'>): Promise<number | null> {
  const value = await loadStoredSetting(db, TEST_CLOCK)
  return value === null ? null : Number(value)
}

/** Stores the time of a test clock, unless another node's clock is further ahead. */
export async function keepTestClock(database: Database, now: number): Promise<void> {
  await database.transaction((tx) =>
    sql`insert into settings values (${TEST_CLOCK}, ${String(now)}) on conflict (name) do update
      set value = excluded.value where settings.value::bigint < excluded.value::bigint`.execute(tx),
  )
}

/** Deletes a test clock whose time is `until` or earlier. */
export async function forgetTestClock(database: Database, until: number): Promise<void> {
  await database.transaction((tx) =>
    sql`delete from settings where name = ${TEST_CLOCK} and value::bigint <= ${until}`.execute(tx),
  )
}
