import { sql, type RawBuilder } from 'kysely'

export type Metadata = Record<string, unknown> | null

/**
 * What is noted beside a transaction, by its key, for statements that read transactions. They are looked up one by one, so that no
 * plan reads those of others.
 */
export const NOTED = `(select noted.metadata from transaction_metadata noted
  where noted.bucket = transactions.bucket and noted.id = transactions.id)`
export const notedMetadata: RawBuilder<Metadata> = sql.raw(NOTED)
