import { bucketOf } from '../../lib/buckets.ts'
import { commonBucket, eachGroup, type Groups } from '../../lib/groups.ts'
import type { ServerPools } from '../connection/server-pools.ts'

/** Which of some customers another transaction keeps locked at this moment. Waits for nobody. */
export async function lockedElsewhere(
  { pools, groups }: { pools: ServerPools; groups: Groups },
  customerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const asked = await eachGroup(groups, { questions: customerIds, idOf: (id) => id }, async (ids, group) => {
    const buckets = ids.map(bucketOf)
    const { rows } = await pools
      .of(group)
      .query<{ id: string }>({ ...selectFree, values: [buckets, ids, commonBucket(buckets)] })
    const free = new Set(rows.map(({ id }) => id))
    return ids.map((id) => free.has(id))
  })
  const isFree = await Promise.all(asked.map((free) => Promise.resolve(free)))
  return new Set(customerIds.filter((_id, place) => isFree[place] === false))
}

const selectFree = {
  name: 'select-free-customers',
  text: `select c.id from unnest($1::smallint[], $2::text[]) as asked (bucket, id)
    join customers c on c.bucket = coalesce($3::smallint, asked.bucket) and c.id = asked.id for update of c skip locked`,
}
