import { GIVEN_IDS_TABLE_SQL, givenIdsSqlParameters } from '../statements/given-rows.ts'
import { queryEachBucketGroup, type BucketGroups } from '../sharding/groups.ts'
import type { DatabaseServerPools } from '../connection/server-pools.ts'

/** Finds out which of these customers another transaction has locked now. Waits for no lock. Rejects with the database's error. */
export async function customersLockedElsewhere(
  { pools, groups }: { pools: DatabaseServerPools; groups: BucketGroups },
  customerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const answers = await queryEachBucketGroup(
    groups,
    { questions: customerIds, idOf: (id) => id },
    async (ids, group) => {
      const { rows } = await pools
        .of(group)
        .query<{ id: string }>({ ...selectFree, values: givenIdsSqlParameters(ids) })
      const free = new Set(rows.map(({ id }) => id))
      return ids.map((id) => free.has(id))
    },
  )
  const isFree = await Promise.all(answers.map((free) => Promise.resolve(free)))
  return new Set(customerIds.filter((_id, index) => isFree[index] === false))
}

const selectFree = {
  name: 'select-free-customers',
  text: `select c.id from ${GIVEN_IDS_TABLE_SQL}
    join customers c on c.bucket = given.bucket and c.id = given.id for update of c skip locked`,
}
