import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { assert } from '../../lib/assert.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import type { BucketScope } from './groups.ts'

/**
 * An SQL condition for the row with an id, or for the rows of a card, agent or customer by its id in `column`. The bucket follows from the
 * id, and is in every key.
 */
export const rowByIdSql = (id: string, column = 'id'): RawBuilder<SqlBool> =>
  sql<SqlBool>`bucket = ${bucketOfId(id)} and ${sql.ref(column)} = ${id}`

/** An SQL condition for the rows of a bucket scope. The statement has the same text for every scope. */
export const isInBucketScopeSql = (bucketScope: BucketScope, column = 'bucket'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = ${bucketOfScope(bucketScope, column)}`

/**
 * SQL for the bucket of rows that the statement has selected by `isInBucketScopeSql`, for the condition on a joined table. `column`: the bucket
 * column of these rows.
 */
export const bucketOfScope = (bucketScope: BucketScope, column: string): RawBuilder<number> =>
  sql<number>`coalesce(${bucketScope}::smallint, ${sql.ref(column)})`

/**
 * An SQL condition for the rows of a bucket scope, in a statement about one table. If the scope is one bucket, the condition is `bucket =
 * ...`: a distributed database then passes the statement on to the bucket's server without planning it itself.
 */
export const isInBucketScopeOfTableSql = (bucketScope: BucketScope): RawBuilder<SqlBool> =>
  bucketScope === null ? sql<SqlBool>`true` : sql<SqlBool>`bucket = ${bucketScope}`

/**
 * Adds the bucket to a row before it is inserted. `id`: the id by which the row is found. Throws if the row's customer is in another bucket
 * than this id.
 */
export function rowWithBucketOfId<Row extends object>(id: string, row: Row): Row & { bucket: number } {
  const bucket = bucketOfId(id)
  const { customer_id: owner = id } = row as { customer_id?: string }
  assert(bucketOfId(owner) === bucket, 'an id is in the bucket of its customer')
  return { ...row, bucket }
}
