import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { rowsRead } from '../../test/support/rows-read.ts'
import { type AccessEvent, firstLiveGrant, firstLiveGrantFor, insertAccessEvent } from './access-events.ts'

const NOW = 10_000
let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
  await test.database.transaction(async (tx) => {
    for (const grant of grants) await insertAccessEvent(tx, grant)
  })
})
afterAll(() => test.drop())

const grant = (id: string, intent: string | null, changes: Partial<AccessEvent> = {}): AccessEvent => ({
  id,
  account_id: 'acct_1',
  customer_id: 'cust_1',
  agent_id: null,
  card_id: 'card_1',
  intent_id: intent,
  key_id: 'key_1',
  kind: 'grant',
  decision: 'granted',
  reasons: [],
  purpose: null,
  expected_amount: null,
  merchant: null,
  replay_of: null,
  granted_at: 0,
  expires_at: NOW + 1,
  consumed_at: null,
  created_at: 0,
  ...changes,
})

const grants = [
  grant('acc_used', null, { consumed_at: 5000 }),
  grant('acc_over', 'int_a', { expires_at: NOW }),
  grant('acc_denied', null, { decision: 'denied', expires_at: null }),
  grant('acc_read', null, { kind: 'read', expires_at: null }),
  grant('acc_elsewhere', null, { card_id: 'card_2' }),
  grant('acc_1', 'int_b', { expires_at: NOW + 2 }),
  grant('acc_2', 'int_a', { expires_at: NOW + 3 }),
  grant('acc_4', null, { expires_at: NOW + 4 }),
  grant('acc_3', null, { expires_at: NOW + 4 }),
  grant('acc_5', null, { expires_at: NOW + 5 }),
  grant('acc_6', 'int_a', { expires_at: NOW + 6 }),
]

it.each([
  ['int_a', 'acc_2'],
  ['int_b', 'acc_1'],
  ['int_c', undefined],
  [null, 'acc_3'],
])('of the grants for intent %s, %s is the first to expire', async (intentId, expected) => {
  const found = await firstLiveGrantFor(test.database.db, { cardId: 'card_1', intentId }, NOW)
  expect(found?.id).toBe(expected)
})

it('of all grants of a card, the first to expire', async () => {
  const first = async (now: number) => (await firstLiveGrant(test.database.db, 'card_1', now))?.id
  expect(await Promise.all([NOW, NOW + 2, NOW + 3, NOW + 6].map(first))).toEqual(['acc_1', 'acc_2', 'acc_3', undefined])
})

it('looks at few of twenty thousand grants', async () => {
  const { pool } = test.database
  await pool.query(`insert into access_events select copied.* from access_events original, generate_series(1, 20000) as i,
    json_populate_record(original, json_build_object('id', 'acc_x' || i, 'card_id', 'card_many')) as copied
    where original.id = 'acc_6'`)
  await pool.query('analyze access_events')
  const found: (AccessEvent | undefined)[] = []
  const read = await test.database.transaction((tx) =>
    rowsRead(tx, 'access_events', async () => {
      for (const intentId of ['int_a', 'int_b', null]) {
        found.push(await firstLiveGrantFor(tx, { cardId: 'card_many', intentId }, NOW))
      }
      found.push(await firstLiveGrant(tx, 'card_many', NOW))
    }),
  )
  expect(found.map((event) => event?.id)).toEqual(['acc_x1', undefined, undefined, 'acc_x1'])
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(20)
})
