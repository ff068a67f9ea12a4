import { bucketOf } from '../../lib/buckets.ts'
import {
  type AppendContext,
  queriesToAppend,
  type AuditRecord,
  recordsByAccount,
  lockHeadText,
} from '../audit/chain.ts'
import type { ChainHead } from '../audit/following.ts'
import type { ReadRows } from '../connection/in-transaction.ts'
import { type Connection, sendAll } from '../connection/transaction.ts'
import type { Query, PreparedStatement } from '../statements/query.ts'

const lockHead: PreparedStatement = { name: 'lock-audit-head', text: lockHeadText }

/**
 * Appends a batch's changes to the audit trail, after the other writes of the batch. It costs one more round trip, for batches that have
 * changed something audited. Resolves when its statements are sent; `written` resolves when they have succeeded.
 */
export async function sendAudit(
  connection: Connection,
  by: AppendContext,
  records: readonly AuditRecord[],
): Promise<{ written: Promise<unknown> }> {
  if (records.length === 0) return { written: Promise.resolve() }
  const chains = recordsByAccount(records)
  const heads = await Promise.all(
    chains.map(([accountId]) => connection.rows<ChainHead>(lockHead, [bucketOf(accountId), accountId])),
  )
  const queries: Query[] = []
  for (const [index, [, own]] of chains.entries()) {
    const read: ReadRows = (statement, values) => connection.rows(statement, values)
    queries.push(...(await queriesToAppend(read, by, { head: heads[index]?.[0], records: own })))
  }
  return { written: sendAll(connection, queries) }
}
