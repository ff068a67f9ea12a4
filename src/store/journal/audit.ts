import type { Ids } from '../../lib/ids.ts'
import { accountsOf, appending, type AuditRecord, lockHeadsText } from '../audit/chain.ts'
import type { AuditHeadRow } from '../audit/audit-tables.ts'
import { type Connection, sendAll, type Statement } from './transaction.ts'

const lockHeads: Statement = { name: 'lock-audit-heads', text: lockHeadsText }

/**
 * Appends what a batch has changed to the audit trail, behind its writes: a trip more, of batches that changed what is audited.
 * Resolves when its statements are sent. `written`: when they have succeeded.
 */
export async function sendAudit(
  connection: Connection,
  ids: Ids,
  records: readonly AuditRecord[],
): Promise<{ written: Promise<unknown> }> {
  if (records.length === 0) return { written: Promise.resolve() }
  const heads = await connection.rows<AuditHeadRow>(lockHeads, accountsOf(records))
  return { written: sendAll(connection, [appending(ids, heads, records)]) }
}
