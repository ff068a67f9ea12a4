import type { Kysely, Transaction } from 'kysely'
import type { DatabaseTables } from '../rows/tables.ts'

/** A database handle that can only read: a write through it does not compile. */
export type Db = Pick<Kysely<DatabaseTables>, 'selectFrom'>
/** The handle of a database transaction, which can write and read. */
export type Tx = Transaction<DatabaseTables>
