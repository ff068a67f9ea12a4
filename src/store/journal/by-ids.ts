import type pg from 'pg'
import { GIVEN_IDS_TABLE_SQL, givenIdsSqlParameters } from '../statements/given-rows.ts'
import type { DatabaseTransactionConnection } from '../connection/transaction.ts'
import type { PreparedStatement } from '../statements/query.ts'

/** Makes a statement that reads the rows with the given ids. `columns` names the table by the alias `stored`. */
export const selectByIdsStatement = (name: string, table: string, columns: string): PreparedStatement => ({
  name,
  text: `select ${columns} from ${GIVEN_IDS_TABLE_SQL} join ${table} stored on stored.bucket = given.bucket and stored.id = given.id`,
})

/** Runs a statement of `selectByIdsStatement` with the given ids, and resolves with its rows. Without ids nothing is sent. */
export const readRowsByIds = async <Row extends pg.QueryResultRow>(
  connection: DatabaseTransactionConnection,
  statement: PreparedStatement,
  ids: readonly string[],
): Promise<Row[]> => (ids.length === 0 ? [] : connection.rows<Row>(statement, givenIdsSqlParameters(ids)))
