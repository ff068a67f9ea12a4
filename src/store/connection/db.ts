import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../rows/tables.ts'

/** Can only read: a write does not compile. */
export type Db = Pick<Kysely<Tables>, 'selectFrom'>
/** Writes and reads inside a transaction. */
export type Tx = Transaction<Tables>
