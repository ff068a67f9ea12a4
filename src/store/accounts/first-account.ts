import { sql } from 'kysely'
import { type AuditDeps, inAuditedTransaction, type AuditedTx } from '../audit/trail.ts'
import type { Db } from '../connection/db.ts'
import type { Database } from '../connection/database.ts'

/**
 * The number of the advisory lock under which the first API key is made. If several nodes start at once on an empty database, only one of
 * them makes that key.
 */
const LOCK = 8_420_001

/** Runs `make` if the database has no API key yet. Resolves with null if the database has an API key. */
export const runIfNoApiKeyExists = <T>(
  database: Database,
  by: AuditDeps,
  make: (writing: AuditedTx) => Promise<T>,
): Promise<T | null> =>
  inAuditedTransaction(database, by, async (writing) => {
    const { tx } = writing
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx)
    const first = await tx.selectFrom('api_keys').select('id').limit(1).executeTakeFirst()
    return first === undefined ? make(writing) : null
  })

export async function hasApiKey(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('api_keys').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
