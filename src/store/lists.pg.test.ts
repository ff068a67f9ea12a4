import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { rowsRead } from '../../test/support/rows-read.ts'
import { listApprovals } from './approvals.ts'
import type { Tx } from './database.ts'
import { listIntents } from './intents.ts'
import { listTransactions } from './transactions.ts'

const OTHERS = 5000
const account = { account_id: 'acct_1', customer_id: 'cust_1', card_id: 'card_1', created_at: 1 }
const intent = { ...account, status: 'pending', declared: {}, requires_approval: false, expires_at: 1 }
const approval = { ...account, status: 'pending', subject: {} }
const amounts = { amount: 1, authorized_amount: 1, settled_amount: 0, refunded_amount: 0, currency: 'USD' }
const lists = { counted: [], reasons: [], trace: [] }
const decided = { sequence: 1, type: 'authorization', decision: 'approve', attestation: 'none', flags: 0, ...lists }
const times = { updated_at: 1, expires_at: 1 }
const transaction = { ...account, ...amounts, ...decided, ...times, status: 'pending', merchant: {} }

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
  await store('agents', {
    ...account,
    id: 'agt_few',
    external_id: 'few',
    name: 'few',
    status: 'active',
    policy: {},
    limits: {},
  })
  await store('intents', { ...intent, agent_id: 'agt_few' }, 3)
  await store('intents', { ...intent, agent_id: 'agt_many', created_at: 2 }, OTHERS)
  await store('approvals', approval, 3)
  await store('approvals', { ...approval, status: 'approved', created_at: 2 }, OTHERS)
  await store('transactions', { ...transaction, agent_id: 'agt_few', intent_id: 'int_few' }, 3)
  await store('transactions', { ...transaction, agent_id: 'agt_many', intent_id: null, created_at: 2 }, OTHERS)
  await test.database.pool.query('analyze')
})
afterAll(() => test.drop())

let stored = 0
/** Rows that differ in their ids, and in those of their intents, where the row names none. */
async function store(table: string, row: object, copies = 1): Promise<void> {
  await test.database.pool.query(
    `insert into ${table} select made.* from generate_series(1, $2) as i, concat('id_', $3::int + i) as own,
      json_populate_record(null::${table}, (jsonb_build_object('id', own, 'intent_id', own) || $1::jsonb)::json) as made`,
    [JSON.stringify(row), copies, stored],
  )
  stored += copies
}

const page = { limit: 20, after: null }
const admin = { accountId: 'acct_1', agentId: null }
const agent = { accountId: 'acct_1', agentId: 'agt_few' }

it.each([
  ['the intents of an agent, by its key', 'intents', (tx: Tx) => listIntents(tx, agent, page)],
  ['the intents of an agent', 'intents', (tx: Tx) => listIntents(tx, admin, { ...page, agentId: 'agt_few' })],
  ['approvals that wait', 'approvals', (tx: Tx) => listApprovals(tx, 'acct_1', { ...page, status: 'pending' })],
  ['the transactions of an agent, by its key', 'transactions', (tx: Tx) => listTransactions(tx, agent, page)],
  [
    'the transactions of an agent',
    'transactions',
    (tx: Tx) => listTransactions(tx, admin, { ...page, agentId: 'agt_few' }),
  ],
  [
    'the transactions of an intent',
    'transactions',
    (tx: Tx) => listTransactions(tx, admin, { ...page, intentId: 'int_few' }),
  ],
] as const)('%s are found without the others', async (_what, table, list) => {
  let found: readonly unknown[] = []
  const read = await test.database.transaction((tx) =>
    rowsRead(tx, table, async () => {
      found = await list(tx)
    }),
  )
  expect(found).toHaveLength(3)
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(20)
})
