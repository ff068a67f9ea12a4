import type pg from 'pg'
import { GIVEN_IDS, idParameters } from '../sharding/given-rows.ts'
import type { Connection, Statement } from './transaction.ts'

/** Rows by their own ids. `columns` are those of `found`. */
export const selectByIds = (name: string, table: string, columns: string): Statement => ({
  name,
  text: `select ${columns} from ${GIVEN_IDS} join ${table} found on found.bucket = given.bucket and found.id = given.id`,
})

/** Sends a statement about `GIVEN_IDS`; nothing where there are none. */
export const readByIds = async <Row extends pg.QueryResultRow>(
  connection: Connection,
  statement: Statement,
  ids: readonly string[],
): Promise<Row[]> => (ids.length === 0 ? [] : connection.rows<Row>(statement, idParameters(ids)))
