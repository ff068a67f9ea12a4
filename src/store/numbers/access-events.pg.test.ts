import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres/test-database.ts'
import { someCustomer } from '../../../test/support/records/some-customer.ts'
import { countRowsRead } from '../../../test/support/postgres/rows-read.ts'
import { systemClock } from '../../lib/clock.ts'
import { monotonicIds } from '../../lib/ids.ts'
import type { AccessEventState } from '../../domain/access.ts'
import { firstLiveNumberReadGrant, firstLiveNumberReadGrantOfIntent, insertAccessEvent } from './access-events.ts'

const NOW = 10_000
// All ids end with the same two characters, because the rows of one customer are in one bucket.
let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
  const { locked } = await someCustomer(test.database, monotonicIds(systemClock), 'cust_00')
  await locked(async (customer) => {
    for (const grant of grants) await insertAccessEvent(customer, grant)
  })
})
afterAll(() => test.drop())

const grant = (id: string, intent: string | null, changes: Partial<AccessEventState> = {}): AccessEventState => ({
  id,
  accountId: 'acct_1',
  customerId: 'cust_00',
  agentId: null,
  cardId: 'card_100',
  intentId: intent,
  keyId: 'key_1',
  kind: 'grant',
  decision: 'granted',
  reasons: [],
  purpose: null,
  expectedAmount: null,
  merchant: null,
  passkeyId: null,
  replayOf: null,
  grantedAt: 0,
  expiresAt: NOW + 1,
  consumedAt: null,
  createdAt: 0,
  ...changes,
})

const grants = [
  grant('acc_used00', null, { consumedAt: 5000 }),
  grant('acc_over00', 'int_a00', { expiresAt: NOW }),
  grant('acc_denied00', null, { decision: 'denied', expiresAt: null }),
  grant('acc_read00', null, { kind: 'read', expiresAt: null }),
  grant('acc_elsewhere00', null, { cardId: 'card_200' }),
  grant('acc_100', 'int_b00', { expiresAt: NOW + 2 }),
  grant('acc_200', 'int_a00', { expiresAt: NOW + 3 }),
  grant('acc_400', null, { expiresAt: NOW + 4 }),
  grant('acc_300', null, { expiresAt: NOW + 4 }),
  grant('acc_500', null, { expiresAt: NOW + 5 }),
  grant('acc_600', 'int_a00', { expiresAt: NOW + 6 }),
]

it.each([
  ['int_a00', 'acc_200'],
  ['int_b00', 'acc_100'],
  ['int_c00', undefined],
  [null, 'acc_300'],
])('of the grants for intent %s, %s is the first to expire', async (intentId, expected) => {
  const found = await firstLiveNumberReadGrantOfIntent(test.database.db, { cardId: 'card_100', intentId }, NOW)
  expect(found?.id).toBe(expected)
})

it('the grant of a card that expires first is found', async () => {
  const first = async (now: number) => (await firstLiveNumberReadGrant(test.database.db, 'card_100', now))?.id
  expect(await Promise.all([NOW, NOW + 2, NOW + 3, NOW + 6].map(first))).toEqual([
    'acc_100',
    'acc_200',
    'acc_300',
    undefined,
  ])
})

it('the search reads few of twenty thousand grants', async () => {
  const { pool } = test.database
  await pool.query(`insert into access_events select copied.* from access_events original, generate_series(1, 20000) as i,
    json_populate_record(original, json_build_object('id', 'acc_x' || i || '00', 'card_id', 'card_many00')) as copied
    where original.id = 'acc_600'`)
  await pool.query('analyze access_events')
  const found: (AccessEventState | undefined)[] = []
  const read = await test.database.transaction((tx) =>
    countRowsRead(tx, 'access_events', async () => {
      for (const intentId of ['int_a00', 'int_b00', null]) {
        found.push(await firstLiveNumberReadGrantOfIntent(tx, { cardId: 'card_many00', intentId }, NOW))
      }
      found.push(await firstLiveNumberReadGrant(tx, 'card_many00', NOW))
    }),
  )
  expect(found.map((event) => event?.id)).toEqual(['acc_x100', undefined, undefined, 'acc_x100'])
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(20)
})
