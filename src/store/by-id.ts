import { sql, type AliasedRawBuilder, type RawBuilder, type SqlBool } from 'kysely'
import { assert } from '../lib/assert.ts'
import { bucketOf } from '../lib/buckets.ts'

/**
 * A row by its id, or those of a card, an agent or a customer by that one's. Both name the bucket, in which all of them are: it
 * ends every key.
 */
export const byId = (id: string, column = 'id'): RawBuilder<SqlBool> =>
  sql<SqlBool>`bucket = ${bucketOf(id)} and ${sql.ref(column)} = ${id}`

/** Ids as rows of a statement, to join with: `join wanted on bucket and id`. However many there are, the text is the same. */
export const wanted = (ids: readonly string[]): AliasedRawBuilder<{ bucket: number; id: string }, 'wanted'> =>
  sql<{ bucket: number; id: string }>`unnest(${ids.map(bucketOf)}::smallint[], ${ids}::text[])`.as(
    sql`wanted (bucket, id)`,
  )

/** A row on its way into its table: in the bucket of the id that it is found by, which is that of its customer. */
export function inBucketOf<Row extends object>(id: string, row: Row): Row & { bucket: number } {
  const bucket = bucketOf(id)
  const { customer_id: owner = id } = row as { customer_id?: string }
  assert(bucketOf(owner) === bucket, 'an id is in the bucket of its customer')
  return { ...row, bucket }
}
