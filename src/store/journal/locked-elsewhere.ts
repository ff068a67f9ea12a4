import type pg from 'pg'
import { bucketOf } from '../../lib/buckets.ts'

/** Which of some customers another transaction keeps locked at this moment. Waits for nobody. */
export async function lockedElsewhere(pool: pg.Pool, customerIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ id: string }>({ ...selectFree, values: [customerIds.map(bucketOf), customerIds] })
  const free = new Set(rows.map(({ id }) => id))
  return new Set(customerIds.filter((id) => !free.has(id)))
}

const selectFree = {
  name: 'select-free-customers',
  text: `select c.id from unnest($1::smallint[], $2::text[]) as asked (bucket, id)
    join customers c on c.bucket = asked.bucket and c.id = asked.id for update of c skip locked`,
}
