import type pg from 'pg'
import { bucketOf } from '../../lib/buckets.ts'
import { commonBucket } from '../../lib/groups.ts'
import type { Connection, Statement } from './transaction.ts'

/** The ids that `readByIds` asks for, as rows to join with. */
export const ASKED = 'unnest($1::smallint[], $2::text[]) as asked (bucket, id)'
/**
 * The bucket of an asked row: where all are in one, it is the same for all rows, and a distributed database asks one server alone.
 * `parameter` is that bucket, or null.
 */
export const bucketIn = (parameter: number, rows = 'asked'): string =>
  `coalesce($${parameter}::smallint, ${rows}.bucket)`

/** Rows by their own ids. `columns` are those of `found`. */
export const selectByIds = (name: string, table: string, columns: string): Statement => ({
  name,
  text: `select ${columns} from ${ASKED} join ${table} found on found.bucket = ${bucketIn(3)} and found.id = asked.id`,
})

/** Sends a statement about ids, `$1` their buckets, `$2` they themselves, `$3` their common bucket; nothing where there are none. */
export const readByIds = async <Row extends pg.QueryResultRow>(
  connection: Connection,
  statement: Statement,
  ids: readonly string[],
): Promise<Row[]> => (ids.length === 0 ? [] : connection.rows<Row>(statement, byIds(ids)))

/** Such parameters. */
export function byIds(ids: readonly string[]): [buckets: number[], ids: readonly string[], common: number | null] {
  const buckets = ids.map(bucketOf)
  return [buckets, ids, commonBucket(buckets)]
}
