import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyDifferencesOf } from '../support/differences.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'

/** An old node, whose connections have prepared their statements, while a new one migrates the database. */
let node: TestPurser
let customerId: string
beforeAll(async () => {
  node = await startPurser()
  customerId = (await node.purser.customers.create({ email: 'ada@example.com' })).id
  await node.purser.webhooks.create({ url: 'https://127.0.0.1:1/', events: ['*'] })
})
afterAll(() => node.stop())

async function post(path: string, body: object): Promise<{ status: number; transactionId: string }> {
  const headers = {
    authorization: `Bearer ${node.apiKey}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  const reply = await fetch(node.baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: reply.status, transactionId: ((await reply.json()) as { transactionId: string }).transactionId }
}

const newCard = async (policy: object = {}) => (await node.purser.cards.create({ customerId, policy })).id

/** Everything that the network door does, one after the other: on the connection that was used last. */
async function spend(): Promise<number[]> {
  const cardId = await newCard({ duplicateWindowMinutes: 5, requireIntent: true })
  await node.purser.intents.declare(cardId, { purpose: 'Ink', expectedAmount: 100 })
  const networkReference = randomUUID()
  const buy = () => post('/network/authorizations', { cardId, amount: 100, networkReference })
  const { status, transactionId } = await buy()
  const step = (name: string, body: object) => post(`/network/authorizations/${transactionId}/${name}`, body)
  const steps = [
    await buy(),
    await step('increment', { amount: 50 }),
    await step('settle', { amount: 120 }),
    await post('/network/refunds', { transactionId, amount: 20 }),
    await post('/network/force-captures', { cardId, amount: 30 }),
  ]
  return [status, ...steps.map((answer) => answer.status)]
}

/** So many purchases that checkpoints are written. */
async function buyOften(): Promise<Set<number>> {
  const cardId = await newCard()
  const statuses = new Set<number>()
  for (let bought = 0; bought < 300; bought += 1) {
    statuses.add((await post('/network/authorizations', { cardId, amount: 1 })).status)
  }
  return statuses
}

/** The last entry of the journal that is in it. */
async function checkpoint(): Promise<number | undefined> {
  const text = 'select sequence from spend_checkpoints where subject_id = $1'
  const { rows } = await node.database.pool.query<{ sequence: number }>(text, [customerId])
  return rows[0]?.sequence
}

it('columns that a migration adds disturb no connection that is open', async () => {
  const before = [await spend(), await buyOften()]
  expect(before).toEqual([[200, 200, 200, 200, 200, 201], new Set([200])])
  const written = await checkpoint()
  expect(written).toBeGreaterThan(0)
  const { pool } = node.database
  const { rows } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  for (const { name } of rows) {
    await pool.query(`alter table ${name} add column nullable text, add column filled text not null default 'x'`)
  }
  // Without the client's retries: a write in the middle of a transaction may be asked to come again, and is no fault of ours.
  expect([201, 503]).toContain((await post('/cards', { customerId })).status)
  expect([await spend(), await buyOften()]).toEqual(before)
  expect(await checkpoint()).toBeGreaterThan(written ?? 0)
  expect(await verifyDifferencesOf(node.database)).toEqual([])
})
