import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/postgres/test-database.ts'
import { CUSTOMER_BUCKETS } from './buckets.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

it('the list has the least number of each of 64 equal parts of what PostgreSQL hashes a smallint to', async () => {
  const { rows } = await test.database.pool.query<{ bucket: number }>(
    `select min(b)::int as bucket from generate_series(0, 1023) as b
      group by ((hashint2(b::smallint)::bigint + 2147483648) * 64) >> 32
      order by ((hashint2(b::smallint)::bigint + 2147483648) * 64) >> 32`,
  )
  expect(CUSTOMER_BUCKETS).toEqual(rows.map(({ bucket }) => bucket))
})
