import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { assert } from '../../lib/assert.ts'
import { bucketOf } from '../../lib/buckets.ts'
import type { Part } from './groups.ts'

/**
 * A row by its id, or those of a card, an agent or a customer by that one's. Both name the bucket, in which all of them are: it
 * ends every key.
 */
export const byId = (id: string, column = 'id'): RawBuilder<SqlBool> =>
  sql<SqlBool>`bucket = ${bucketOf(id)} and ${sql.ref(column)} = ${id}`

/**
 * What a statement of a sweep looks through: everything, where all is on one server; one bucket, where a sweep asks for one after the
 * other.
 */
export const inPart = (part: Part, column = 'bucket'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = coalesce(${part}::smallint, ${sql.ref(column)})`

/** The bucket of rows that such a statement has found: `column` is where it stands. */
export const bucketOfPart = (part: Part, column: string): RawBuilder<number> =>
  sql<number>`coalesce(${part}::smallint, ${sql.ref(column)})`

/** The same of one table. In one bucket, a distributed database finds its server without a plan of its own. */
export const ofPart = (part: Part): RawBuilder<SqlBool> =>
  part === null ? sql<SqlBool>`true` : sql<SqlBool>`bucket = ${part}`

/** A row on its way into its table: in the bucket of the id that it is found by, which is that of its customer. */
export function inBucketOf<Row extends object>(id: string, row: Row): Row & { bucket: number } {
  const bucket = bucketOf(id)
  const { customer_id: owner = id } = row as { customer_id?: string }
  assert(bucketOf(owner) === bucket, 'an id is in the bucket of its customer')
  return { ...row, bucket }
}
