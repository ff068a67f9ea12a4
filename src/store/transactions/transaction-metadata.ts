import { assertPresent } from '../../lib/assert.ts'
import { transactionChange } from '../audit/audited-rows.ts'
import type { AuditedTx } from '../audit/trail.ts'
import { rowById, withBucketOfId } from '../sharding/by-id.ts'
import { jsonText } from '../statements/json.ts'
import type { Metadata } from './metadata-column.ts'
import type { TransactionMetadataRow } from '../rows/tables.ts'

type MetadataOwner = Pick<TransactionMetadataRow, 'id' | 'account_id' | 'customer_id'>

/**
 * Changes the metadata of a transaction, and resolves with the new metadata. It locks a row that only has the metadata, so purchases never
 * wait for it.
 */
export async function changeMetadata(
  { tx, audit }: AuditedTx,
  { id, account_id, customer_id }: MetadataOwner,
  change: (before: Metadata) => Metadata,
): Promise<Metadata> {
  const empty = withBucketOfId(id, { id, account_id, customer_id, metadata: null })
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
  const before = assertPresent(stored, 'nothing deletes notes')
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
