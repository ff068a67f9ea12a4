import { sql, type SqlBool } from 'kysely'
import { auditedActOfSystem } from '../../domain/audit/audited-act.ts'
import { AUDIT_KEPT_FROM_PATH } from '../../lib/audit-check.ts'
import { DAY_MS } from '../../lib/clock.ts'
import { smallestIdMadeAt, timeOfId } from '../../lib/ids.ts'
import type { Database } from '../connection/database.ts'
import type { Db, Tx } from '../connection/db.ts'
import { readRowsBySql } from '../connection/read-sql.ts'
import { isInAccountSql } from '../statements/scope.ts'
import type { AuditEntryRow } from '../rows/audit-tables.ts'
import type { AuditAppendContext } from './chain.ts'
import { readAuditHead } from './heads.ts'
import { inAuditedTransaction } from './trail.ts'

const BATCH = 1000
const act = auditedActOfSystem('deleteAuditEntries')

/**
 * Deletes audit entries that were made until `until`, at most once a day for each account. Before that, the account's chain gets an entry
 * about the deletion, which proves that the service itself removed the entries.
 */
export async function deleteAuditEntries(database: Database, by: Deleting): Promise<void> {
  const { until } = by
  for (;;) {
    const oldest = await oldestEntry(database.db)
    if (oldest === undefined || timeOfId(oldest.id) > until - DAY_MS) return
    await assertMayDelete(database.db)
    const keptFrom = await announce(database, oldest, by)
    if (keptFrom === null) return
    await deleteBefore(database, oldest.account_id, keptFrom)
  }
}

/**
 * Rejects if the database's role may not delete audit entries. It must be called before the chain gets its entry about the deletion, which
 * would otherwise be false.
 */
async function assertMayDelete(db: Db): Promise<void> {
  const right = 'delete'
  const rows = await readRowsBySql(
    db,
    sql<{ may: boolean }>`
    select has_table_privilege('audit_entries', ${right}) and has_table_privilege('signed_heads', ${right}) as may`,
  )
  if (rows[0]?.may !== true) throw new Error(MAY_NOT_DELETE)
}

const MAY_NOT_DELETE =
  'PURSER_AUDIT_DAYS is set, and the role of DATABASE_URL may not delete from the audit trail: run purser migrate with that setting'

interface Deleting extends AuditAppendContext {
  /** Audit entries that were made at this time (Unix milliseconds) or before are deleted. */
  readonly until: number
}

type Entry = Pick<AuditEntryRow, 'id' | 'account_id' | 'sequence'>

/** Finds the oldest audit entry of all accounts. */
const oldestEntry = (db: Db): Promise<Entry | undefined> =>
  db.selectFrom('audit_entries').select(['id', 'account_id', 'sequence']).orderBy('id').limit(1).executeTakeFirst()

/**
 * Appends the audit entry that announces the deletion of older entries. Resolves with the number of the first entry that is kept (the new
 * entry, if no other is kept), or with null if there is nothing to delete.
 */
function announce(database: Database, oldest: Entry, { until, ...by }: Deleting): Promise<number | null> {
  const accountId = oldest.account_id
  return inAuditedTransaction(database, { ...by, act }, async ({ tx, audit }) => {
    const keptFrom = await firstSince(tx, accountId, until + 1)
    if (keptFrom === null || keptFrom <= oldest.sequence) return null
    audit.record({
      accountId,
      resource: { type: 'account', id: accountId },
      customerId: null,
      changes: [{ path: AUDIT_KEPT_FROM_PATH, before: oldest.sequence, after: keptFrom }],
    })
    return keptFrom
  })
}

/**
 * Finds the number of an account's first audit entry that was made at `ms` (Unix milliseconds) or later. If there is no such entry, it is
 * the number that the next entry will have.
 */
async function firstSince(tx: Tx, accountId: string, ms: number): Promise<number | null> {
  const kept = await tx
    .selectFrom('audit_entries')
    .select('sequence')
    .where(
      sql<SqlBool>`(account_id, id) >= (${accountId}, ${smallestIdMadeAt('aud', ms)}) and account_id <= ${accountId}`,
    )
    .orderBy('account_id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return kept?.sequence ?? (await readAuditHead(tx, accountId)).sequence + 1
}

async function deleteBefore(database: Database, accountId: string, keptFrom: number): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await database.transaction((tx) =>
      sql`delete from audit_entries where (account_id, sequence, bucket) in (
        select account_id, sequence, bucket from audit_entries
        where account_id = ${accountId} and sequence < ${keptFrom} order by sequence limit ${BATCH})`.execute(tx),
    )
    if (numAffectedRows < BATCH) break
  }
  await database.transaction(async (tx) => {
    // The last signed head is kept, however old it is, because it proves that the next signed head follows it.
    const { signed_sequence } = await readAuditHead(tx, accountId)
    const before = Math.min(keptFrom, signed_sequence)
    await tx.deleteFrom('signed_heads').where(isInAccountSql(accountId)).where('sequence', '<', before).execute()
  })
}
