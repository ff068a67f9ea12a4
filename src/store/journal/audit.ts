import { bucketOfId } from '../../lib/buckets.ts'
import {
  type AuditAppendContext,
  auditAppendQueries,
  type AuditRecord,
  auditRecordsByAccount,
  lockAuditHeadSql,
} from '../audit/chain.ts'
import type { AuditChainHead } from '../audit/following.ts'
import type { SqlRowReader } from '../connection/in-transaction.ts'
import { type DatabaseTransactionConnection, sendSqlQueries } from '../connection/transaction.ts'
import type { SqlQuery, PreparedStatement } from '../statements/query.ts'

const lockHead: PreparedStatement = { name: 'lock-audit-head', text: lockAuditHeadSql }

/**
 * Appends a batch's changes to the audit trail, after the other writes of the batch. It costs one more round trip, for batches that have
 * changed something audited. Resolves when its statements are sent; `written` resolves when they have succeeded.
 */
export async function appendBatchAudit(
  connection: DatabaseTransactionConnection,
  by: AuditAppendContext,
  records: readonly AuditRecord[],
): Promise<{ written: Promise<unknown> }> {
  const chains = auditRecordsByAccount(records)
  const heads = await Promise.all(
    chains.map(([accountId]) => connection.rows<AuditChainHead>(lockHead, [bucketOfId(accountId), accountId])),
  )
  const queries: SqlQuery[] = []
  for (const [index, [, own]] of chains.entries()) {
    const read: SqlRowReader = (statement, values) => connection.rows(statement, values)
    queries.push(...(await auditAppendQueries(read, by, { head: heads[index]?.[0], records: own })))
  }
  return { written: sendSqlQueries(connection, queries) }
}
