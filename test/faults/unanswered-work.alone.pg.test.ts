import { afterAll, beforeAll, expect, it } from 'vitest'
import { assertPresent } from '../../src/lib/assert.ts'
import { type Database, openDatabase } from '../../src/store/connection/database.ts'
import { eventually } from '../support/eventually.ts'
import { testsWithNeeds, singlePostgres } from '../support/needs.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'
import { TEST_API_KEY, startNode, type TestNode } from '../support/processes/start-node.ts'

/**
 * Work that nobody waits for stops: the statements of requests that were answered `unavailable`, or whose callers have gone, are canceled in
 * PostgreSQL. Statements of this node have no deadline, so that nothing else ends them.
 */
let test: TestDatabase
let endless: Database
let node: TestNode
let ids: { customerId: string; cardId: string }
beforeAll(async () => {
  test = await createTestDatabase()
  endless = openDatabase({
    connection: test.connection,
    maxConnections: 10,
    onConnection: (client) => void client.query(`set statement_timeout = 0`),
  })
  // Under the test clock nothing reads in the background.
  node = await startNode(endless, { PURSER_TEST_CLOCK: 'true' })
  const { id: customerId } = await node.purser.customers.create({ email: 'ada@example.com' })
  const { id: cardId } = await node.purser.cards.create({ customerId, policy: { duplicateWindowMinutes: 60 } })
  ids = { customerId, cardId }
  await node.purser.cards.update(cardId, { shadowPolicy: { maxTransactionsPerDay: 1 } })
  await buy()
  await node.purser.stats.spend()
})
afterAll(async () => {
  await node.stop()
  await endless.close()
  await test.drop()
})

const purchase = (): Asked => ({
  path: '/network/authorizations',
  body: { cardId: ids.cardId, amount: 100, merchant: { name: 'GitHub' } },
})
const buy = async () => (await ask(purchase())).json()

/** Longer than all waits of this file. */
const SLEEP_SECONDS = 600

/** Does work while every row of a table takes minutes to be read. */
async function whileSlow(table: string, work: () => Promise<void>): Promise<void> {
  const { pool } = test.database
  await pool.query(
    `alter table ${table} rename to quick_${table};
    create view ${table} as select * from quick_${table} where pg_sleep(${SLEEP_SECONDS}) is not null`,
  )
  try {
    await work()
    await eventually('nothing is read any more', async () => (await sleeping()) === 0)
  } finally {
    await pool.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    )
    await pool.query(`drop view ${table}; alter table quick_${table} rename to ${table}`)
  }
}

/** Counts the statements that read a slow table, without those of the node itself, which adds up sums. */
async function sleeping(): Promise<number> {
  const { rows } = await test.database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep' and query not like '%spend_folds%'`,
  )
  return assertPresent(rows[0], 'a count').count
}

interface Asked {
  readonly method?: 'POST' | 'PATCH'
  readonly path: string
  readonly body?: object
  readonly accept?: string
}
function ask(
  { method = 'POST', path, body, accept = 'application/json' }: Asked,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(`${node.baseUrl}${path}`, {
    method: body === undefined ? 'GET' : method,
    headers: {
      authorization: `Bearer ${TEST_API_KEY}`,
      accept,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  })
}

/** Each way in which a request reads, with the table that is slow: lists, files, sums, reports, the engine's reads, history, dry runs. */
const reads: readonly (readonly [what: string, table: string, asked: () => Asked])[] = [
  ['a list', 'transactions', () => ({ path: '/transactions' })],
  ['a file', 'transactions', () => ({ path: '/transactions', accept: 'text/csv' })],
  ['sums', 'spend_sums', () => ({ path: '/stats/spend' })],
  ['counts', 'cards', () => ({ path: '/stats/counts' })],
  ['limits', 'cards', () => ({ path: '/stats/budgets' })],
  ['a report about a shadow policy', 'transactions', () => ({ path: `/cards/${ids.cardId}/shadow` })],
  ['an exposure', 'transactions', () => ({ path: `/customers/${ids.customerId}/exposure` })],
  [
    'a backtest',
    'transactions',
    () => ({ path: '/policies/backtest', body: { level: 'card', id: ids.cardId, policy: {} } }),
  ],
  [
    'a change that is only tried',
    'cards',
    () => ({
      method: 'PATCH',
      path: `/cards/${ids.cardId}?dryRun=true`,
      body: { policy: { maxTransactionsPerDay: 9 } },
    }),
  ],
]

testsWithNeeds(singlePostgres).describe('work that nobody waits for', () => {
  it.each(reads)('%s stops when its caller has gone', (_, table, asked) =>
    whileSlow(table, async () => {
      const caller = new AbortController()
      const answer = ask(asked(), caller.signal).catch(() => null)
      await eventually('it is read', async () => (await sleeping()) > 0)
      caller.abort()
      await answer
    }),
  )

  it.each(reads.filter(([name]) => name !== 'a backtest'))('%s stops when it is answered', async (_, table, asked) => {
    await whileSlow(table, async () => expect((await ask(asked())).status).toBe(503))
    expect((await ask(asked())).status).toBe(200)
  })

  it('a purchase that took too long is undone at once, and the next one is decided', async () => {
    const before = await count()
    await whileSlow('transactions', async () => expect((await ask(purchase())).status).toBe(503))
    expect(await count()).toBe(before)
    expect(await buy()).toMatchObject({ decision: 'decline', reasons: [{ rule: 'duplicateWindowMinutes' }] })
  })
})

async function count(): Promise<number> {
  const { rows } = await test.database.pool.query<{ count: number }>('select count(*)::int as count from transactions')
  return assertPresent(rows[0], 'a count').count
}
