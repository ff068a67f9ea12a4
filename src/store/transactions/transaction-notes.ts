import { assertPresent } from '../../lib/assert.ts'
import { transactionAuditChange } from '../audit/audited-rows.ts'
import type { AuditedTx } from '../audit/trail.ts'
import { rowByIdSql, rowWithBucketOfId } from '../sharding/by-id.ts'
import { jsonText } from '../statements/json.ts'
import type { TransactionNotes } from './notes-column.ts'
import type { TransactionMetadataRow } from '../rows/tables.ts'

type NotesOwner = Pick<TransactionMetadataRow, 'id' | 'account_id' | 'customer_id'>

/**
 * Changes the notes of a transaction, and resolves with the new ones. It locks a row that only has the notes, so purchases never wait for
 * it.
 */
export async function changeTransactionNotes(
  { tx, audit }: AuditedTx,
  { id, account_id, customer_id }: NotesOwner,
  change: (before: TransactionNotes) => TransactionNotes,
): Promise<TransactionNotes> {
  const empty = rowWithBucketOfId(id, { id, account_id, customer_id, metadata: null })
  await tx
    .insertInto('transaction_metadata')
    .values(empty)
    .onConflict((conflict) => conflict.columns(['id', 'bucket']).doNothing())
    .execute()
  const stored = await tx
    .selectFrom('transaction_metadata')
    .selectAll()
    .where(rowByIdSql(id))
    .forUpdate()
    .executeTakeFirst()
  const before = assertPresent(stored, 'nothing deletes notes')
  const { metadata, memo, coding, documents } = change(before)
  await tx
    .updateTable('transaction_metadata')
    .set({ metadata: jsonText(metadata), memo, coding: jsonText(coding), documents: jsonText(documents) })
    .where(rowByIdSql(id))
    .execute()
  audit.record(transactionAuditChange(before, { ...before, metadata, memo, coding, documents }))
  return { metadata, memo, coding, documents }
}
