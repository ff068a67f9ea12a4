import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../rows/tables.ts'

/** Reads. A write on it does not compile. */
export type Db = Pick<Kysely<Tables>, 'selectFrom'>
/** Writes, inside a transaction; reads there too. */
export type Tx = Transaction<Tables>
