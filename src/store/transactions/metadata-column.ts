import { sql, type RawBuilder } from 'kysely'

export type Metadata = Record<string, unknown> | null

/**
 * Selects the metadata of a transaction, for statements that read transactions. The subquery looks up each transaction's metadata by its
 * key, so that no plan reads the metadata of other transactions.
 */
export const TRANSACTION_METADATA_SQL = `(select stored.metadata from transaction_metadata stored
  where stored.bucket = transactions.bucket and stored.id = transactions.id)`
export const transactionMetadata: RawBuilder<Metadata> = sql.raw(TRANSACTION_METADATA_SQL)
