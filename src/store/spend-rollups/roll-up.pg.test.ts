import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres/test-database.ts'
import { customerWithPurchases } from '../../../test/support/records/customer-with-purchases.ts'
import { monotonicIds } from '../../lib/ids.ts'
import { rollUpSpend } from './roll-up.ts'

const ids = monotonicIds({ now: () => 1000 })
let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const customerWith = (purchases: number) => customerWithPurchases(test.database, ids, purchases)

const sumsOf = (scopeId: string, groupedBy: string) =>
  test.database.db
    .selectFrom('spend_sums')
    .select(['group_key', 'approved_count', 'approved_amount', 'declined_count', 'declined_amount'])
    .where('scope_id', '=', scopeId)
    .where('grouped_by', '=', groupedBy)
    .where('length', '=', 'day')
    .execute()

const nothing = { approved_count: 0, approved_amount: 0, declined_count: 0, declined_amount: 0 }

it('counts each entry once, however many reads and transactions a journal takes', async () => {
  const [long, short] = [await customerWith(15_010), await customerWith(10)]
  const first = await rollUpSpend(test.database, [long, short], () => false)
  expect(first).toEqual({ left: [long], isFurther: true })
  expect(await sumsOf(short, 'none')).toEqual([
    { group_key: '', approved_count: 9, approved_amount: 9, declined_count: 1, declined_amount: 1 },
  ])
  const second = await rollUpSpend(test.database, first.left, () => false)
  expect(second).toEqual({ left: [], isFurther: true })
  expect(await sumsOf(long, 'none')).toEqual([
    { group_key: '', approved_count: 13_509, approved_amount: 13_509, declined_count: 1501, declined_amount: 1501 },
  ])
  expect(await sumsOf(long, 'reason')).toEqual([
    { ...nothing, group_key: 'mcc_blocked', declined_count: 1501, declined_amount: 1501 },
  ])
  const cards = await sumsOf(long, 'card')
  expect(cards.map((card) => card.approved_count + card.declined_count).toSorted((a, b) => a - b)).toEqual([
    5003, 5003, 5004,
  ])
  await rollUpSpend(test.database, [long, short], () => false)
  expect(await sumsOf(long, 'card')).toEqual(cards)
})

it('writes what it has read when its time is over, and names the customers who are left', async () => {
  const id = await customerWith(2500)
  let asked = 0
  const overAfterOneRead = () => (asked += 1) > 1
  expect(await rollUpSpend(test.database, [id], overAfterOneRead)).toEqual({ left: [id], isFurther: true })
  expect(await sumsOf(id, 'none')).toMatchObject([{ approved_count: 360, declined_count: 40 }])
  expect(await rollUpSpend(test.database, [id], () => true)).toEqual({ left: [id], isFurther: false })
  expect(await rollUpSpend(test.database, [id], () => false)).toEqual({ left: [], isFurther: true })
  expect(await sumsOf(id, 'none')).toMatchObject([{ approved_count: 2250, declined_count: 250 }])
})
