import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres/test-database.ts'
import { type SomeCustomer, someCustomer } from '../../../test/support/records/some-customer.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { monotonicIds } from '../../lib/ids.ts'
import { beginIssuerStop, scheduleIssuerCallsOfNextPage, type IssuerStopPageOutcome } from './issuer-stops.ts'

const ids = monotonicIds({ now: () => 1000 })
const ACCOUNT = 'acct_1'
const CARDS = 1203
const NOW = 5000
let test: TestDatabase
let customer: SomeCustomer
const cardIds: string[] = []
beforeAll(async () => {
  test = await createTestDatabase()
  customer = await someCustomer(test.database, ids)
  const bucket = bucketOfId(customer.id)
  for (let n = 0; n < CARDS; n += 1) cardIds.push(ids('card', bucket))
  await test.database.pool.query(
    `insert into issuer_calls (bucket, card_id, account_id, customer_id, issuer, first_status, version, card_token, asked_status, asked_count,
        told_status, failed, attempt)
      select $1, id, $2, $3, 'stripe', 'active', 0, 'ic_' || id, 'active', 0, 'active', false, 0 from unnest($4::text[]) as given (id)`,
    [bucket, ACCOUNT, customer.id, cardIds],
  )
})
afterAll(() => test.drop())
afterEach(async () => {
  await test.database.pool.query(
    `update issuer_calls set next_at = null, leased_until = null, failed = false, told_status = 'active'`,
  )
})

const begin = () => test.database.transaction((tx) => beginIssuerStop(tx, ACCOUNT))
const page = () => scheduleIssuerCallsOfNextPage(test.database, { now: NOW, issuers: ['stripe'] })
const due = async (): Promise<string[]> => {
  const { rows } = await test.database.pool.query<{ id: string }>(
    'select card_id as id from issuer_calls where next_at is not null order by card_id',
  )
  return rows.map(({ id }) => id)
}
async function toTheEnd(): Promise<IssuerStopPageOutcome[]> {
  const pages: IssuerStopPageOutcome[] = []
  while (pages.at(-1) !== 'none') pages.push(await page())
  return pages
}

it('no page is left where no account was stopped', async () => {
  expect([await page(), await due()]).toEqual(['none', []])
})

it('the calls about all cards fall due, in bounded pages that each begin where the last one ended', async () => {
  await begin()
  expect(await page()).toBe('more')
  expect(await due()).toEqual(cardIds.slice(0, 500))
  expect(await page()).toBe('more')
  expect(await due()).toEqual(cardIds.slice(0, 1000))
  expect(await toTheEnd()).toEqual(['more', 'none'])
  expect(await due()).toEqual(cardIds)
})

it('a stop begins again with the next stop or resume, and one node works on it at a time', async () => {
  await begin()
  await page()
  await test.database.pool.query('update issuer_calls set next_at = null')
  await begin()
  await Promise.all([page(), page(), page()])
  expect([await page(), await due()]).toEqual(['none', cardIds])
})

it('a page does not wait for a locked card, and the next page begins with it', async () => {
  await begin()
  const locker = await test.database.pool.connect()
  await locker.query('begin')
  await locker.query('select from issuer_calls where card_id = $1 for update', [cardIds[10]])
  expect([await page(), await page()]).toEqual(['later', 'later'])
  expect(await due()).toEqual(cardIds.slice(0, 10))
  await locker.query('rollback')
  locker.release()
  await toTheEnd()
  expect(await due()).toEqual(cardIds)
})

it('a stop leaves out closed and refused cards and other issuers, and calls again about leased cards', async () => {
  const set = (index: number, change: string) =>
    test.database.pool.query(`update issuer_calls set ${change} where card_id = $1`, [cardIds[index]])
  await set(0, `told_status = 'closed'`)
  await set(1, `failed = true, card_token = null`)
  await set(2, 'leased_until = 9000, next_at = 9000')
  await set(3, 'next_at = 8000')
  await set(4, 'next_at = 0')
  await set(5, `issuer = 'other'`)
  await begin()
  await toTheEnd()
  const { rows } = await test.database.pool.query<{ at: number | null }>(
    'select next_at::int as at from issuer_calls order by card_id limit 7',
  )
  expect(rows.map(({ at }) => at)).toEqual([null, null, 0, NOW, 0, null, NOW])
})
