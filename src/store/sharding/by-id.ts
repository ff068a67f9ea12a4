import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { assert } from '../../lib/assert.ts'
import { bucketOf } from '../../lib/buckets.ts'
import type { BucketScope } from './groups.ts'

/**
 * Selects a row by its id, or the rows of a card, an agent or a customer by the id of that one. The bucket follows from the id, and is in
 * every key.
 */
export const byId = (id: string, column = 'id'): RawBuilder<SqlBool> =>
  sql<SqlBool>`bucket = ${bucketOf(id)} and ${sql.ref(column)} = ${id}`

/**
 * Selects the rows of a bucket scope. The statement has the same text for every scope.
 */
export const inBucketScope = (bucketScope: BucketScope, column = 'bucket'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = ${bucketOfScope(bucketScope, column)}`

/** The bucket of rows that a statement has selected by `inBucketScope`. `column`: the rows' bucket column. */
export const bucketOfScope = (bucketScope: BucketScope, column: string): RawBuilder<number> =>
  sql<number>`coalesce(${bucketScope}::smallint, ${sql.ref(column)})`

/** Selects the rows of a bucket scope from one table. For one bucket, a distributed database then finds the server without a plan of its own. */
export const ofBucketScope = (bucketScope: BucketScope): RawBuilder<SqlBool> =>
  bucketScope === null ? sql<SqlBool>`true` : sql<SqlBool>`bucket = ${bucketScope}`

/** Adds the bucket to a row before it is inserted. `id`: the id that the row is found by. Throws where that is not in the bucket of the row's customer. */
export function inBucketOf<Row extends object>(id: string, row: Row): Row & { bucket: number } {
  const bucket = bucketOf(id)
  const { customer_id: owner = id } = row as { customer_id?: string }
  assert(bucketOf(owner) === bucket, 'an id is in the bucket of its customer')
  return { ...row, bucket }
}
