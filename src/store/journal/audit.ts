import { bucketOf } from '../../lib/buckets.ts'
import { type Appending, appending, type AuditRecord, byAccount, lockHeadText } from '../audit/chain.ts'
import type { FoundHead } from '../audit/following.ts'
import type { ReadRows } from '../connection/in-transaction.ts'
import { type Connection, type Query, sendAll, type Statement } from './transaction.ts'

const lockHead: Statement = { name: 'lock-audit-head', text: lockHeadText }

/**
 * Appends what a batch has changed to the audit trail, behind its writes: a trip more, of batches that changed what is audited.
 * Resolves when its statements are sent. `written`: when they have succeeded.
 */
export async function sendAudit(
  connection: Connection,
  by: Appending,
  records: readonly AuditRecord[],
): Promise<{ written: Promise<unknown> }> {
  if (records.length === 0) return { written: Promise.resolve() }
  const chains = byAccount(records)
  const heads = await Promise.all(
    chains.map(([accountId]) => connection.rows<FoundHead>(lockHead, [bucketOf(accountId), accountId])),
  )
  const queries: Query[] = []
  for (const [place, [, own]] of chains.entries()) {
    const read: ReadRows = (statement, values) => connection.rows(statement, values)
    queries.push(...(await appending(read, by, { head: heads[place]?.[0], records: own })))
  }
  return { written: sendAll(connection, queries) }
}
