import { sql } from 'kysely'
import type { Database } from '../connection/database.ts'
import { loadSetting } from './settings.ts'

/** A setting: where the test clock of this database stands, Unix milliseconds (contract, section 11). */
const TEST_CLOCK = 'test_clock'

/** Null: no test clock runs on this database, or it was caught up with. */
export async function loadTestClock({ db }: Pick<Database, 'db'>): Promise<number | null> {
  const value = await loadSetting(db, TEST_CLOCK)
  return value === null ? null : Number(value)
}

/** Where several nodes have a test clock, the one that is furthest on counts. */
export async function keepTestClock(database: Database, now: number): Promise<void> {
  await database.transaction((tx) =>
    sql`insert into settings values (${TEST_CLOCK}, ${String(now)}) on conflict (name) do update
      set value = excluded.value where settings.value::bigint < excluded.value::bigint`.execute(tx),
  )
}

/** Forgets a test clock that stands at this moment or before it. */
export async function forgetTestClock(database: Database, until: number): Promise<void> {
  await database.transaction((tx) =>
    sql`delete from settings where name = ${TEST_CLOCK} and value::bigint <= ${until}`.execute(tx),
  )
}
