import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startNode, type TestNode } from '../support/processes/start-node.ts'
import { createExplainedDatabase, type ExplainedDatabase } from './plans.ts'
import { readingOf } from './reading.ts'

/**
 * A card that buys all day, on a database that was young when its connections planned: what a purchase reads, what follows it, and what is
 * asked before it must not grow with the card's past.
 */
const PAST = 600
const AT_ONCE = 100
const ROWS = 60

let explained: ExplainedDatabase
let node: TestNode
beforeEach(async () => {
  explained = await createExplainedDatabase()
  node = await startNode(explained.database)
})
afterEach(async () => {
  await node.stop()
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

// A server analyzes a table by itself when it has some 50 rows, and not again before a minute is over.
it.each([
  { when: 'never', bought: 0, done: 'select' },
  { when: 'when the tables were empty', bought: 0, done: 'vacuum analyze' },
  { when: 'when there were few rows', bought: 60, done: 'analyze' },
])('costs a purchase no more than the first: analyzed $when', async ({ bought: few, done }) => {
  const { purser } = node
  const growing = new Set((await onDatabase<{ name: string }>(BUCKETED)).map(({ name }) => name))
  const { id: customerId } = await purser.customers.create({ email: 'ada@example.com' })
  const { id: agentId } = await purser.agents.create({ customerId, externalId: 'buyer' })
  const { id: cardId } = await purser.cards.create({ customerId, agentId, limits: { perDay: 1_000_000 } })
  const buy = () =>
    purser.network.authorize({ cardId, amount: 10, networkReference: randomUUID(), merchant: { name: 'Ink Shop' } })
  const ask = async () => {
    const networkReference = randomUUID()
    const [{ transactionId: held }, { transactionId: settled }] = [
      await purser.network.authorize({ cardId, amount: 20, networkReference }),
      await buy(),
    ]
    await purser.network.authorize({ cardId, amount: 20, networkReference })
    await purser.spend.evaluate({ cardId, amount: 10 })
    await purser.cards.policy(cardId)
    await purser.network.increment(held, { amount: 10 })
    await purser.network.settle(settled)
    await purser.network.refund({ transactionId: settled, amount: 5 })
    const fact = () => ({ cardId, factId: randomUUID(), networkReference, amount: 30 })
    await purser.network.advise({ ...fact(), approved: true })
    await purser.network.post({ ...fact(), kind: 'capture' })
    await purser.transactions.get(held)
    await purser.transactions.list({ cardId, limit: 2 })
    await purser.network.reverse((await buy()).transactionId)
  }
  if (few > 0) await Promise.all([ask(), ...Array.from({ length: few }, buy)])
  await onDatabase(done)
  await ask() // planned
  for (let bought = 0; bought < PAST; bought += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, buy))
  explained.take()
  await ask()
  const readings = explained.take().map((statement) => readingOf(statement, growing))
  expect(readings.length).toBeGreaterThan(100)
  expect(readings.filter(({ read, returned }) => read > ROWS + returned)).toEqual([])
})
