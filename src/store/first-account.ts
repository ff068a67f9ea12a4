import { sql } from 'kysely'
import type { Database, Tx } from './database.ts'

/** Any number that nobody else locks: nodes that start at once on an empty database make one first key. */
const LOCK = 8_420_001

/** Runs `make` where the database has no API key yet; null where it has one. */
export const ifNoApiKey = <T>(database: Database, make: (tx: Tx) => Promise<T>): Promise<T | null> =>
  database.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx)
    const first = await tx.selectFrom('api_keys').select('id').limit(1).executeTakeFirst()
    return first === undefined ? make(tx) : null
  })
