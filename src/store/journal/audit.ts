import { bucketOf } from '../../lib/buckets.ts'
import type { Ids } from '../../lib/ids.ts'
import { appending, type AuditRecord, byAccount, lockHeadText } from '../audit/chain.ts'
import type { AuditHeadRow } from '../rows/audit-tables.ts'
import { type Connection, sendAll, type Statement } from './transaction.ts'

const lockHead: Statement = { name: 'lock-audit-head', text: lockHeadText }

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
  const chains = byAccount(records)
  const heads = await Promise.all(
    chains.map(([accountId]) => connection.rows<AuditHeadRow>(lockHead, [bucketOf(accountId), accountId])),
  )
  const queries = chains.map(([, own], place) => appending(ids, heads[place]?.[0], own))
  return { written: sendAll(connection, queries) }
}
