import { expect, it } from 'vitest'
import { CUSTOMER_BUCKETS, bucketOfId } from '../../lib/buckets.ts'
import { distributedBucketGroups, type BucketGroups, singleBucketGroup, type BucketScope } from './groups.ts'
import { monotonicIds } from '../../lib/ids.ts'
import { DueBucketScopes } from './due-bucket-scopes.ts'

const ids = monotonicIds({ now: () => 0 })

function rig(groups: BucketGroups, own: readonly BucketScope[] = CUSTOMER_BUCKETS.slice(0, 3)) {
  const now = { ms: 0 }
  const looked: BucketScope[] = []
  const due = new Set<BucketScope>()
  const bucketScopes = new DueBucketScopes({
    groups: () => Promise.resolve(groups),
    own: () => Promise.resolve(own),
    isDue: (bucketScope) => {
      looked.push(bucketScope)
      return Promise.resolve(due.has(bucketScope))
    },
    all: () => Promise.resolve([...due]),
    nowMs: () => now.ms,
  })
  return { bucketScopes, now, looked, due }
}

it('all buckets are taken without a search where all tables are on one server', async () => {
  const { bucketScopes, looked } = rig(singleBucketGroup)
  expect([await bucketScopes.take(), await bucketScopes.take()]).toEqual([[null], [null]])
  expect(looked).toEqual([])
})

it('noted buckets are taken, and once a second those of the own buckets that a search finds', async () => {
  const { bucketScopes, now, looked, due } = rig(distributedBucketGroups)
  const [first, second, third, theirs] = CUSTOMER_BUCKETS
  due.add(second as number).add(theirs as number)
  expect(await bucketScopes.take()).toEqual([second])
  expect(looked).toEqual([first, second, third])
  const card = ids('card')
  bucketScopes.note(card)
  bucketScopes.note(card)
  expect(await bucketScopes.take()).toEqual([bucketOfId(card)])
  expect(await bucketScopes.take()).toEqual([])
  now.ms += 1000
  expect(await bucketScopes.take()).toEqual([second])
  expect(looked).toHaveLength(6)
})

it('every bucket with due work is taken while draining', async () => {
  const { bucketScopes, due } = rig(distributedBucketGroups)
  due.add(40)
  await bucketScopes.whileDraining(async () => expect(await bucketScopes.take()).toEqual([40]))
  expect(await bucketScopes.take()).toEqual([])
})
