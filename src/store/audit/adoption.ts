import { auditedActOfSystem } from '../../domain/audit/audited-act.ts'
import { AUDIT_MACS_FROM_PATH } from '../../lib/audit-check.ts'
import { timeOfId } from '../../lib/ids.ts'
import { rowByIdSql } from '../sharding/by-id.ts'
import type { Database } from '../connection/database.ts'
import type { Tx } from '../connection/db.ts'
import type { AuditHeadRow } from '../rows/audit-tables.ts'
import { type AuditAppendContext, auditAppendQueries } from './chain.ts'
import { type AuditChainHead, findAuditChainBreak, AuditChainBreak, signedChainPosition } from './following.ts'
import { readAuditHead, signAndStoreAuditHead, lockAuditHead, writeAuditHead } from './heads.ts'
import { sqlRowReaderIn, runSqlStatement } from '../connection/in-transaction.ts'

const act = auditedActOfSystem('adoptAuditTrail')

/**
 * Starts to protect an account's audit chain with MACs, if the entries have none, because an earlier version wrote them. All entries since
 * the last signed head are checked first. If they are in order, a new entry is appended that says from which entry on there are MACs, and
 * the head is signed at once: resolves with null. Otherwise the chain is never signed again: resolves with the reason. A chain that has
 * MACs already stays as it is.
 */
export function adoptAuditTrail(
  database: Database,
  by: AuditAppendContext,
  accountId: string,
): Promise<AuditChainBreak | null> {
  return database.transaction(async (tx) => {
    const head = await lockAuditHead(tx, accountId)
    if (head === undefined || head.macs_from !== null) return null
    if (head.mac !== '') return new AuditChainBreak('its head does not name the first entry with a MAC')
    const why = await notAdoptable(tx, by, head)
    if (why !== null) return why
    await adopt(tx, by, head)
    return null
  })
}

async function notAdoptable(
  tx: Tx,
  { vault }: AuditAppendContext,
  head: AuditChainHead,
): Promise<AuditChainBreak | null> {
  if (head.is_overtaken) return new AuditChainBreak('there are entries behind its head')
  const read = sqlRowReaderIn(tx)
  const from = await signedChainPosition(read, vault, await lastSigned(tx, head))
  if (from instanceof AuditChainBreak) return from
  return findAuditChainBreak(read, vault, { accountId: head.account_id, from, to: head, haveMacs: false })
}

/**
 * Finds the number of the audit entry that the last signed head names. Heads that an earlier version wrote do not have this number in
 * `signed_sequence`.
 */
async function lastSigned(tx: Tx, { account_id }: AuditHeadRow) {
  const last = await tx
    .selectFrom('signed_heads')
    .select('sequence')
    .where(rowByIdSql(account_id, 'account_id'))
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { account_id, signed_sequence: last?.sequence ?? 0 }
}

async function adopt(tx: Tx, by: AuditAppendContext, head: AuditHeadRow): Promise<void> {
  const { account_id: accountId } = head
  const { signed_sequence } = await lastSigned(tx, head)
  const macsFrom = head.sequence + 1
  await writeAuditHead(tx, by.vault, { ...head, macs_from: macsFrom, signed_sequence, sign_due_at: null })
  const record = {
    accountId,
    resource: { type: 'account' as const, id: accountId },
    customerId: null,
    changes: [{ path: AUDIT_MACS_FROM_PATH, before: null, after: macsFrom }],
    act,
  }
  for (const query of await auditAppendQueries(sqlRowReaderIn(tx), by, {
    head: await readAuditHead(tx, accountId),
    records: [record],
  }))
    await runSqlStatement(tx, query)
  const end = await readAuditHead(tx, accountId)
  await signAndStoreAuditHead(tx, by.vault, { head: end, now: timeOfId(end.entry_id) })
}
