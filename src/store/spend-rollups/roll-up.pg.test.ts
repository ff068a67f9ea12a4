import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres/test-database.ts'
import { someCustomer } from '../../../test/support/records/some-customer.ts'
import { bucketOf } from '../../lib/buckets.ts'
import { monotonicIds } from '../../lib/ids.ts'
import { rollUpSpend } from './roll-up.ts'

const ids = monotonicIds({ now: () => 1000 })
let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** Makes a customer who has bought `purchases` times: for one cent each, with three cards in turn. Every tenth purchase was declined. */
async function customerWith(purchases: number): Promise<string> {
  const { id } = await someCustomer(test.database, ids)
  const bucket = bucketOf(id)
  const cards = Array.from({ length: 3 }, () => ids('card', bucket))
  await test.database.transaction((tx) =>
    sql`insert into transactions (bucket, id, account_id, customer_id, card_id, sequence, type, status, amount, authorized_amount,
        settled_amount, refunded_amount, currency, merchant, decision, counted, reasons, flags, trace, attestation, created_at,
        updated_at, expires_at)
      select ${bucket}, 'txn_' || n || ${id}, account_id, id, (${cards}::text[])[1 + n % 3], n, 'authorization', 'pending', 1, 1, 0, 0, 'USD',
        '{"name": "Ink Shop", "mcc": "5943"}', case n % 10 when 0 then 'decline' else 'approve' end, '[]',
        case n % 10 when 0 then '[{"code": "mcc_blocked"}]' else '[]' end::json, 0, '[]', 'unattested', 1000, 1000, 2000
      from customers, generate_series(1, ${purchases}::int) n where bucket = ${bucket} and id = ${id}`.execute(tx),
  )
  return id
}

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
  const [long, short] = [await customerWith(12_010), await customerWith(10)]
  const first = await rollUpSpend(test.database, [long, short], () => false)
  expect(first).toEqual({ left: [long], isFurther: true })
  expect(await sumsOf(short, 'none')).toEqual([
    { group_key: '', approved_count: 9, approved_amount: 9, declined_count: 1, declined_amount: 1 },
  ])
  const second = await rollUpSpend(test.database, first.left, () => false)
  expect(second).toEqual({ left: [], isFurther: true })
  expect(await sumsOf(long, 'none')).toEqual([
    { group_key: '', approved_count: 10_809, approved_amount: 10_809, declined_count: 1201, declined_amount: 1201 },
  ])
  expect(await sumsOf(long, 'reason')).toEqual([
    { ...nothing, group_key: 'mcc_blocked', declined_count: 1201, declined_amount: 1201 },
  ])
  const cards = await sumsOf(long, 'card')
  expect(cards.map((card) => card.approved_count + card.declined_count).toSorted((a, b) => a - b)).toEqual([
    4003, 4003, 4004,
  ])
  await rollUpSpend(test.database, [long, short], () => false)
  expect(await sumsOf(long, 'card')).toEqual(cards)
})

it('writes what it has read when its time is over, and names the customers who are left', async () => {
  const id = await customerWith(2500)
  let asked = 0
  const overAfterOneRead = () => (asked += 1) > 1
  expect(await rollUpSpend(test.database, [id], overAfterOneRead)).toEqual({ left: [id], isFurther: true })
  expect(await sumsOf(id, 'none')).toMatchObject([{ approved_count: 900, declined_count: 100 }])
  expect(await rollUpSpend(test.database, [id], () => true)).toEqual({ left: [id], isFurther: false })
  expect(await rollUpSpend(test.database, [id], () => false)).toEqual({ left: [], isFurther: true })
  expect(await sumsOf(id, 'none')).toMatchObject([{ approved_count: 2250, declined_count: 250 }])
})
