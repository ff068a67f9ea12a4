import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { batchesByWay } from '../support/batch-ways.ts'
import { differencesIn } from '../support/differences.ts'
import { startPurser, type TestNode, type TestPurser } from '../support/start-purser.ts'

/** A node that decides ahead of its locks whenever it can, and one that changes the world beneath it. */
let node: TestPurser
let other: TestNode
let customerId: string
let cardId: string
beforeAll(async () => {
  node = await startPurser({}, { engine: { calmBatches: 0 } })
  other = await node.secondNode()
})
afterAll(async () => {
  expect(await differencesIn(node.database)).toEqual([])
  await other.stop()
  await node.stop()
})
beforeEach(async () => {
  customerId = (await other.purser.customers.create({ email: 'ada@example.com' })).id
  cardId = (await other.purser.cards.create({ customerId })).id
  await buy() // read, and copied
})

const buy = (more: { networkReference?: string } = {}, idempotencyKey: string = randomUUID()) =>
  node.purser.network.authorize({ cardId, amount: 100, ...more }, { idempotencyKey })

/** The batches of a purchase alone, by the way they went. */
async function wayOf<T>(purchase: () => Promise<T>): Promise<{ answer: T; way: string }> {
  const before = await batchesByWay(node.baseUrl)
  const answer = await purchase()
  const after = await batchesByWay(node.baseUrl)
  return { answer, way: ways.filter((way) => after[way] > before[way]).join() }
}

const ways = ['foreseen', 'read', 'undone'] as const

it('a purchase on what this node has seen last is decided ahead of its locks', async () => {
  for (const _ of [1, 2, 3]) {
    const { answer, way } = await wayOf(() => buy())
    expect([answer.decision, way]).toEqual(['approve', 'foreseen'])
  }
})

it.each<[string, () => Promise<unknown>, string[]]>([
  ['the card is frozen', () => other.purser.cards.freeze(cardId), ['card_frozen']],
  [
    'the customer is suspended',
    () => other.purser.customers.update(customerId, { status: 'suspended' }),
    ['customer_not_active'],
  ],
  ['a limit falls', () => other.purser.customers.update(customerId, { limits: { total: 150 } }), ['limit_exceeded']],
  ['it spends', () => other.purser.network.authorize({ cardId, amount: 1 }), []],
])('what happens on another node in between is seen: %s', async (_, happens, reasons) => {
  await happens()
  const { answer, way } = await wayOf(() => buy())
  expect([answer.reasons.map(({ code }) => code), way]).toEqual([reasons, 'undone'])
})

it('a network reference that was used gets its first answer again', async () => {
  const networkReference = randomUUID()
  const first = await buy({ networkReference })
  const { answer, way } = await wayOf(() => buy({ networkReference }))
  expect([answer, way]).toEqual([first, 'undone'])
})

it('an idempotency key that was used gets its first reply again', async () => {
  const key = randomUUID()
  const first = await buy({}, key)
  const { answer, way } = await wayOf(() => buy({}, key))
  expect([answer, way]).toEqual([first, 'undone'])
})

it('a webhook that was made on another node is told', async () => {
  const { id } = await other.purser.webhooks.create({ url: 'https://127.0.0.1:1/', events: ['transaction.created'] })
  const { answer, way } = await wayOf(() => buy())
  expect(way).toBe('undone')
  const { rows } = await node.database.pool.query('select event_id from deliveries where webhook_id = $1', [id])
  expect(rows).toEqual([{ event_id: answer.transactionId.replace('txn_', 'evt_') }])
  expect((await wayOf(() => buy())).way).toBe('foreseen')
  await other.purser.webhooks.delete(id)
})

it('a card whose purchases are searched for duplicates is read', async () => {
  await node.purser.cards.update(cardId, { policy: { duplicateWindowMinutes: 5 } })
  await buy()
  expect((await wayOf(() => buy())).way).toBe('read')
})

it('two nodes that sell the same cards at once keep the limit', async () => {
  await other.purser.customers.update(customerId, { limits: { total: 5000 } })
  const purchases = Array.from({ length: 300 }, (_, n) =>
    (n % 3 === 0 ? other : node).purser.network.authorize({ cardId, amount: 100 }),
  )
  const answers = await Promise.all(purchases)
  expect(answers.filter(({ decision }) => decision === 'approve')).toHaveLength(49) // one was bought before
})
