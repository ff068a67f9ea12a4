import { afterAll, beforeAll, expect, it } from 'vitest'
import { distributedBucketGroups } from '../sharding/groups.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres/test-database.ts'
import { createNodeBucketScopes } from './node-bucket-scopes.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

it('running nodes share the buckets', async () => {
  const now = { ms: 1_000_000 }
  const database = { ...test.database, groups: () => Promise.resolve(distributedBucketGroups) }
  const node = (name: string) =>
    createNodeBucketScopes(database, { node: name, clock: { now: () => now.ms }, nowMs: () => now.ms })
  const later = () => (now.ms += 5000)
  const [a, b] = [node('node_a'), node('node_b')]
  const shares = async () => [await a.own(), await b.own()]

  expect(await a.own()).toEqual(distributedBucketGroups.bucketScopes)
  expect(await b.own()).toHaveLength(32)
  later()
  const both = (await shares()).flat()
  expect([both.length, new Set(both)]).toEqual([64, new Set(distributedBucketGroups.bucketScopes)])

  for (let renewed = 0; renewed < 3; renewed += 1) {
    later()
    await a.own() // node b does not renew its lease
  }
  expect(await a.own()).toEqual(distributedBucketGroups.bucketScopes)
  expect(await b.own()).toHaveLength(32)
  await b.release()
  later()
  expect(await a.own()).toEqual(distributedBucketGroups.bucketScopes)
  await a.release()
  expect(await test.database.db.selectFrom('node_leases').selectAll().execute()).toEqual([])
})

it('every node searches all buckets where all tables are on one server, and writes no lease', async () => {
  const database = {
    ...test.database,
    groups: () => Promise.resolve({ ...distributedBucketGroups, bucketScopes: [null] }),
  }
  const bucketScopes = createNodeBucketScopes(database, { node: 'node_c', clock: { now: () => 0 } })
  expect(await bucketScopes.own()).toEqual([null])
  await bucketScopes.release()
  expect(await test.database.db.selectFrom('node_leases').selectAll().execute()).toEqual([])
})
