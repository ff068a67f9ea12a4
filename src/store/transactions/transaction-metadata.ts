import { present } from '../../lib/assert.ts'
import { transactionChange } from '../audit/audited-rows.ts'
import type { Writing } from '../audit/trail.ts'
import { byId, inBucketOf } from '../sharding/by-id.ts'
import { json } from '../statements/json.ts'
import type { Metadata } from './noted-metadata.ts'
import type { TransactionMetadataRow } from '../rows/tables.ts'

type Noted = Pick<TransactionMetadataRow, 'id' | 'account_id' | 'customer_id'>

/** Changes what is noted beside a transaction. The row of the notes is the lock: no purchase ever waits for one. */
export async function changeMetadata(
  { tx, audit }: Writing,
  { id, account_id, customer_id }: Noted,
  change: (before: Metadata) => Metadata,
): Promise<Metadata> {
  const empty = inBucketOf(id, { id, account_id, customer_id, metadata: null })
  await tx
    .insertInto('transaction_metadata')
    .values(empty)
    .onConflict((conflict) => conflict.columns(['id', 'bucket']).doNothing())
    .execute()
  const stored = await tx.selectFrom('transaction_metadata').selectAll().where(byId(id)).forUpdate().executeTakeFirst()
  const before = present(stored, 'nothing deletes notes')
  const after = { ...before, metadata: change(before.metadata) }
  const { metadata } = after
  await tx
    .updateTable('transaction_metadata')
    .set({ metadata: json(metadata) })
    .where(byId(id))
    .execute()
  audit.record(transactionChange(before, after))
  return metadata
}
