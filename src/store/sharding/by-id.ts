import { sql, type AliasedRawBuilder, type RawBuilder, type SqlBool } from 'kysely'
import { assert } from '../../lib/assert.ts'
import { bucketOf } from '../../lib/buckets.ts'
import { commonBucket, type Part } from '../../lib/groups.ts'

/**
 * A row by its id, or those of a card, an agent or a customer by that one's. Both name the bucket, in which all of them are: it
 * ends every key.
 */
export const byId = (id: string, column = 'id'): RawBuilder<SqlBool> =>
  sql<SqlBool>`bucket = ${bucketOf(id)} and ${sql.ref(column)} = ${id}`

/**
 * Ids as rows of a statement, to join with: `join wanted on bucket and id`. However many there are, the text is the same. Where all are
 * in one bucket, the statement says so once: a distributed database then asks one server alone.
 */
export function wanted(ids: readonly string[]): AliasedRawBuilder<{ bucket: number; id: string }, 'wanted'> {
  const buckets = ids.map(bucketOf)
  return sql<{
    bucket: number
    id: string
  }>`(select coalesce(${commonBucket(buckets)}::smallint, given.bucket) as bucket, given.id
    from unnest(${buckets}::smallint[], ${ids}::text[]) as given (bucket, id))`.as('wanted')
}

/** The bucket of rows that a statement has found among `wanted` ones, in the same way. */
export const bucketAmong = (ids: readonly string[], found: string): RawBuilder<number> =>
  sql<number>`coalesce(${commonBucket(ids.map(bucketOf))}::smallint, ${sql.ref(found)})`

/**
 * What a statement of a sweep looks through: everything, where all is on one server; one bucket, where a sweep asks for one after the
 * other.
 */
export const inPart = (part: Part, column = 'bucket'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = coalesce(${part}::smallint, ${sql.ref(column)})`

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
