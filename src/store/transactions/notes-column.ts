import type { TransactionDocument } from '../../contract/resources/papers/transaction-documents.ts'
import { sql, type RawBuilder } from 'kysely'

/** The notes of an account beside a transaction. Null: there is none of the kind. */
export interface TransactionNotes {
  readonly metadata: Record<string, unknown> | null
  readonly memo: string | null
  readonly coding: Readonly<Record<string, string>> | null
  readonly documents: readonly TransactionDocument[] | null
}

/**
 * Selects the notes of a transaction, for statements that read transactions. The subquery looks up each transaction's notes by its key, so
 * that no plan reads the notes of other transactions.
 */
export const TRANSACTION_NOTES_SQL = `(select json_build_object('metadata', stored.metadata, 'memo', stored.memo, 'coding', stored.coding, 'documents', stored.documents)
  from transaction_metadata stored where stored.bucket = transactions.bucket and stored.id = transactions.id)`
export const transactionNotes: RawBuilder<TransactionNotes | null> = sql.raw(TRANSACTION_NOTES_SQL)
