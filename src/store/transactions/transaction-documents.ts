import type { Db, Tx } from '../connection/db.ts'
import type { TransactionDocumentRow } from '../rows/tables.ts'
import { rowByIdSql, rowWithBucketOfId } from '../sharding/by-id.ts'

interface SealedDocument {
  readonly id: string
  readonly sealed: Buffer
  /** Unix milliseconds. */
  readonly createdAt: number
}

/** Stores the sealed bytes of a document. Its name and hash stand with the notes of the transaction. */
export async function insertSealedDocument(
  tx: Tx,
  { id: transaction_id, account_id, customer_id }: Pick<TransactionDocumentRow, 'id' | 'account_id' | 'customer_id'>,
  { id, sealed, createdAt }: SealedDocument,
): Promise<void> {
  const row = { id, transaction_id, account_id, customer_id, sealed, created_at: createdAt }
  await tx.insertInto('transaction_documents').values(rowWithBucketOfId(id, row)).execute()
}

export async function findSealedDocument(db: Db, id: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('transaction_documents').select('sealed').where(rowByIdSql(id)).executeTakeFirst()
  return row?.sealed
}

export const deleteSealedDocument = async (tx: Tx, id: string): Promise<void> =>
  void (await tx.deleteFrom('transaction_documents').where(rowByIdSql(id)).execute())
