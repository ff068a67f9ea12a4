import type pg from 'pg'
import { bucketOf } from '../../lib/buckets.ts'
import type { Connection, Statement } from './transaction.ts'

/** The ids that `readByIds` asks for, as rows to join with. */
export const ASKED = 'unnest($1::smallint[], $2::text[]) as asked (bucket, id)'

/** Rows by their own ids. `columns` are those of `found`. */
export const selectByIds = (name: string, table: string, columns: string): Statement => ({
  name,
  text: `select ${columns} from ${ASKED} join ${table} found on found.bucket = asked.bucket and found.id = asked.id`,
})

/** Sends a statement about ids, `$1` their buckets and `$2` they themselves; nothing where there are none. */
export const readByIds = async <Row extends pg.QueryResultRow>(
  connection: Connection,
  statement: Statement,
  ids: readonly string[],
): Promise<Row[]> => (ids.length === 0 ? [] : connection.rows<Row>(statement, [ids.map(bucketOf), ids]))
