import { present } from '../../lib/assert.ts'
import { transactionChange } from '../audit/audited-rows.ts'
import type { AuditedWriting } from '../audit/trail.ts'
import { rowById, inBucketOf } from '../sharding/by-id.ts'
import { jsonText } from '../statements/json.ts'
import type { Metadata } from './metadata-column.ts'
import type { TransactionMetadataRow } from '../rows/tables.ts'

type MetadataOwner = Pick<TransactionMetadataRow, 'id' | 'account_id' | 'customer_id'>

/**
 * Changes the metadata of a transaction, and resolves with the new metadata. It locks a row that only has the metadata, so purchases never
 * wait for it.
 */
export async function changeMetadata(
  { tx, audit }: AuditedWriting,
  { id, account_id, customer_id }: MetadataOwner,
  change: (before: Metadata) => Metadata,
): Promise<Metadata> {
  const empty = inBucketOf(id, { id, account_id, customer_id, metadata: null })
  await tx
    .insertInto('transaction_metadata')
    .values(empty)
    .onConflict((conflict) => conflict.columns(['id', 'bucket']).doNothing())
    .execute()
  const stored = await tx
    .selectFrom('transaction_metadata')
    .selectAll()
    .where(rowById(id))
    .forUpdate()
    .executeTakeFirst()
  const before = present(stored, 'nothing deletes notes')
  const after = { ...before, metadata: change(before.metadata) }
  const { metadata } = after
  await tx
    .updateTable('transaction_metadata')
    .set({ metadata: jsonText(metadata) })
    .where(rowById(id))
    .execute()
  audit.record(transactionChange(before, after))
  return metadata
}
