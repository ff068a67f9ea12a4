import { sql, type AliasedRawBuilder, type RawBuilder } from 'kysely'
import { bucketOfId } from '../../lib/buckets.ts'
import { arrayParameter } from './binary-array.ts'

/**
 * A statement that is about many rows gets them as parameters (arrays), and joins them like a table with the name `given`: `from <given
 * rows> join cards on cards.bucket = given.bucket and cards.id = given.id`. If all rows are in one bucket, a further parameter is that
 * bucket: a distributed database then plans the statement for one shard. The text of the statement is the same in both cases.
 */

/** The columns of the rows that are given to a statement, beside `bucket`, with the SQL type of each. */
type GivenColumns = Readonly<Record<string, string>>

/**
 * Makes the SQL for the given rows of a prepared statement, as a table called `given`. Parameter `$1` is the bucket that all rows are in,
 * or null; `$2` has the buckets of the rows, as smallint[]; `$3` and the following have one array for each column, in their order. The
 * statement's own parameters follow. `isNumbered` adds a column `position`: the row's number, from 1.
 */
export function givenRowsTableSql(columns: GivenColumns, { isNumbered = false } = {}): string {
  const names = Object.keys(columns)
  const arrays = Object.values(columns).map((type, index) => `$${index + 3}::${type}[]`)
  const position = isNumbered ? ['position'] : []
  return `(select ${bucketOfJoinedRowsSql('each.bucket')} as bucket${[...names, ...position].map((name) => `, each.${name}`).join('')}
    from unnest($2::smallint[], ${arrays.join(', ')})${isNumbered ? ' with ordinality' : ''}
      as each (${['bucket', ...names, ...position].join(', ')})) as given`
}

/** SQL for the bucket of rows that the same statement has joined with given rows. `column`: the bucket column of these rows. */
export const bucketOfJoinedRowsSql = (column: string): string => `coalesce($1::smallint, ${column})`

/** SQL for given rows that only have ids: see `givenRowsTableSql`. */
export const GIVEN_IDS_TABLE_SQL = givenRowsTableSql({ id: 'text' })

/**
 * Makes the parameters of `givenRowsTableSql`. `ids`: one for each row, from which the row's bucket follows. `columns`: an array for each column.
 */
export const givenRowsSqlParameters = <Column>(
  ids: readonly string[],
  columns: readonly Column[],
): [common: number | null, buckets: Buffer, ...columns: Column[]] => {
  const buckets = ids.map(bucketOfId)
  return [commonBucketOfRows(buckets), arrayParameter('smallint', buckets), ...columns]
}

/** Makes the parameters of the SQL text `GIVEN_IDS_TABLE_SQL`: ids, and the buckets that follow from them. */
export const givenIdsSqlParameters = (ids: readonly string[]) =>
  givenRowsSqlParameters(ids, [arrayParameter('text', ids)])

/**
 * Makes ids into rows of a query, as a table called `given`. `more`: further columns of the rows, each an array with one value for each id.
 */
export const givenIdsQueryTable = (ids: readonly string[], more: Readonly<Record<string, RawBuilder<unknown>>> = {}) =>
  givenRowsQueryTable<{ id: string }>(ids.map(bucketOfId), { id: sql`${ids}::text[]`, ...more })

type Arrays<Row> = { readonly [Column in keyof Row]: RawBuilder<unknown> }

/** Makes arrays into rows of a query, as a table called `given`. `buckets`: the bucket of each row. */
export function givenRowsQueryTable<Row extends object>(
  buckets: readonly number[],
  columns: Arrays<Row>,
): AliasedRawBuilder<Row & { bucket: number }, 'given'> {
  const names = Object.keys(columns)
  const selected = sql.join(names.map((name) => sql`each.${sql.raw(name)}`))
  return sql<Row & { bucket: number }>`(select ${bucketAmong(buckets, 'each.bucket')} as bucket, ${selected}
    from unnest(${buckets}::smallint[], ${sql.join(Object.values(columns))}) as each (bucket, ${sql.raw(names.join(', '))}))`.as(
    'given',
  )
}

/** SQL for the bucket of rows that a query has joined with given ids. `column`: the bucket column of these rows. */
export const bucketOfRowsJoinedToIds = (ids: readonly string[], column: string): RawBuilder<number> =>
  bucketAmong(ids.map(bucketOfId), column)

const bucketAmong = (buckets: readonly number[], column: string): RawBuilder<number> =>
  sql<number>`coalesce(${commonBucketOfRows(buckets)}::smallint, ${sql.ref(column)})`

/** Returns the bucket that all given rows are in. Null: the rows are in several buckets, or there are no rows. */
export const commonBucketOfRows = (buckets: readonly number[]): number | null =>
  buckets.every((bucket) => bucket === buckets[0]) ? (buckets[0] ?? null) : null
