import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { startNode, type TestNode } from '../support/processes/start-node.ts'
import { openWebhookSink, type WebhookSink } from '../support/receivers/webhook-sink.ts'
import { createExplainedDatabase, type ExplainedDatabase } from './plans.ts'
import { readingOf } from './reading.ts'

/**
 * A webhook on every purchase, on a database that was young when its connections planned: what a claim, a record and the purchase
 * itself read must not grow with the deliveries that were made before.
 */
const PAST = 600
const AT_ONCE = 100
const ROWS = 60

let explained: ExplainedDatabase
let sink: WebhookSink
let node: TestNode
beforeEach(async () => {
  explained = await createExplainedDatabase()
  sink = await openWebhookSink()
  node = await startNode(explained.database)
})
afterEach(async () => {
  await node.stop()
  await sink.close()
  await explained.drop()
})

async function onDatabase<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client(explained.connection)
  await client.connect()
  const { rows } = await client.query<Row>(text)
  await client.end()
  return rows
}

const BUCKETED = `select table_name as name from information_schema.columns
  where column_name = 'bucket' and table_schema = 'public'`
const OPEN = `select count(*)::int as open from deliveries where status <> 'succeeded'`

// Whoever analyzes a young database by hand, or restores a dump of one, leaves statistics of a few rows.
it.each([
  { when: 'never', bought: 0, done: 'select' },
  { when: 'when the tables were empty', bought: 0, done: 'vacuum analyze' },
  { when: 'when there were two rows', bought: 2, done: 'analyze' },
  { when: 'when there were few rows', bought: 60, done: 'vacuum analyze' },
])('costs a delivery no more than the first: analyzed $when', async ({ bought: few, done }) => {
  const { purser } = node
  const growing = new Set((await onDatabase<{ name: string }>(BUCKETED)).map(({ name }) => name))
  const { id: customerId } = await purser.customers.create({ email: 'ada@example.com' })
  const { id: cardId } = await purser.cards.create({ customerId, limits: { perDay: 1_000_000 } })
  await purser.webhooks.create({ url: sink.url, events: ['*'] })
  const buy = () =>
    purser.network.authorize({ cardId, amount: 10, networkReference: randomUUID(), merchant: { name: 'Ink Shop' } })
  const delivered = () =>
    eventually('all is delivered', async () => (await onDatabase<{ open: number }>(OPEN))[0]?.open === 0)
  const buyMany = async (count: number) => {
    await Promise.all(Array.from({ length: count }, buy))
    await delivered()
  }
  if (few > 0) await buyMany(few)
  await onDatabase(done)
  await buyMany(1) // planned
  for (let bought = 0; bought < PAST; bought += AT_ONCE) await buyMany(AT_ONCE)
  explained.take()
  await buyMany(3)
  const readings = explained.take().map((statement) => readingOf(statement, growing))
  expect(readings.length).toBeGreaterThan(10)
  expect(readings.filter(({ read, returned }) => read > ROWS + returned)).toEqual([])
})
