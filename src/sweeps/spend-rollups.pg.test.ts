import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/postgres/test-database.ts'
import { customerWithPurchases } from '../../test/support/records/customer-with-purchases.ts'
import { monotonicIds } from '../lib/ids.ts'
import { createSpendRollups } from './spend-rollups.ts'

const ids = monotonicIds({ now: () => 1000 })
let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const isCounted = async (customerId: string) =>
  (await test.database.db.selectFrom('spend_sums').select('scope_id').where('scope_id', '=', customerId).execute())
    .length > 0

it.each([
  { noted: 1000, afterMs: 1000, mayRest: true, counts: true },
  { noted: 1001, afterMs: 1000, mayRest: true, counts: false },
  { noted: 1001, afterMs: 9999, mayRest: true, counts: false },
  { noted: 1001, afterMs: 10_000, mayRest: true, counts: true },
  { noted: 1001, afterMs: 1000, mayRest: false, counts: true },
])(
  'a sweep that finds $noted noted $afterMs ms after the last one, and may rest: $mayRest',
  async ({ noted, afterMs, mayRest, counts }) => {
    let now = 0
    const rollups = createSpendRollups(test.database, () => now)
    await rollups.catchUp()
    const customerId = await customerWithPurchases(test.database, ids, 10)
    for (let notes = 0; notes < noted; notes += 1) rollups.note([customerId])
    now = afterMs
    await rollups.look({ mayRest })
    expect(await isCounted(customerId)).toBe(counts)
    await rollups.catchUp()
    expect(await isCounted(customerId)).toBe(true)
  },
)
