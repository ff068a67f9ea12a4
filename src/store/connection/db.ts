import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../rows/tables.ts'

/** A database handle that can only read: a write through it does not compile. */
export type Db = Pick<Kysely<Tables>, 'selectFrom'>
/** The handle of a database transaction, which can write and read. */
export type Tx = Transaction<Tables>
