import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../src/store/connection/database.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'
import { startNode, type TestNode } from '../support/processes/start-node.ts'
import { listenToChanges } from './sent.ts'

const sent = listenToChanges()
let test: TestDatabase
let database: Database
let node: TestNode
let customerId: string
beforeAll(async () => {
  test = await createTestDatabase()
  database = openDatabase({ connection: test.connection, maxConnections: 4, onConnection: sent.onConnection })
  node = await startNode(database)
  customerId = (await node.purser.customers.create({ email: 'ada@example.com' })).id
})
afterAll(async () => {
  await node.stop()
  await test.drop()
})

const KEY = ['insert idempotency_keys', 'update idempotency_keys'] as const
const AUDIT = ['lock audit_heads', 'update audit_heads']
const EVENT = ['read webhooks', 'insert events']
/** An event about a card gets the card's row, once both are stored. */
const CARD_EVENT = [...EVENT, 'update events']
const ORDER = { usage: 'single' } as const

/** What a request sends that changes a card: it locks the customer, reads the card before and behind the lock, and saves once. */
const request = (...saved: string[]): string[] => {
  const [claimed, answered] = KEY
  return [claimed, 'read cards', 'update customers', 'read cards', ...saved, ...AUDIT, answered]
}

/** What a batch sends behind what it reads. */
const batch = (...saved: string[]): string[] => [
  'insert policy_versions',
  'insert transactions',
  ...saved,
  'delete idempotency_keys',
  'insert idempotency_keys',
]

const isSaved = (statement: string): boolean => !/^read (-|spend_checkpoints)$/.test(statement)

const newCard = async (more: object = {}): Promise<string> =>
  (await node.purser.cards.create({ customerId, ...more })).id

it.each<[string, object, (cardId: string) => Promise<unknown>, string[]]>([
  ['a label', {}, (id) => node.purser.cards.update(id, { label: 'Ink' }), request('update cards')],
  ['limits', {}, (id) => node.purser.cards.update(id, { limits: { perAuth: 500 } }), request('update cards', ...EVENT)],
  [
    'limits and a status',
    {},
    (id) => node.purser.cards.update(id, { limits: { perAuth: 500 }, status: 'frozen' }),
    request('update cards', 'update cards', ...CARD_EVENT),
  ],
  [
    'nothing',
    {},
    (id) => node.purser.cards.update(id, { status: 'active' }),
    request().filter((one) => !AUDIT.includes(one)),
  ],
  ['a closing', {}, (id) => node.purser.cards.close(id), request('update cards', 'update card_secrets', ...CARD_EVENT)],
])('a request that changes %s of a card sends what it needs', async (_what, card, act, expected) => {
  const id = await newCard(card)
  sent.take()
  await act(id)
  expect(sent.take().map((statements) => statements.filter(isSaved))).toEqual([expected])
})

const closing = [
  'update customers',
  'update cards',
  'update card_secrets',
  'update issuer_calls',
  'insert events',
  'update events',
]
const freezing = ['update customers', 'update cards', 'update issuer_calls', 'insert events', 'update events']
it.each<[string, object, string[]]>([
  ['the first of a card', {}, batch('update customers', 'update cards')],
  ['the only one of a card', ORDER, [...batch(...closing), ...AUDIT]],
  [
    'that freezes its card',
    { policy: { requireIntent: true, onMissingIntent: 'freeze' } },
    [...batch(...freezing), ...AUDIT],
  ],
])('a purchase, %s, sends what it needs', async (_what, card, expected) => {
  const cardId = await newCard(card)
  sent.take()
  await node.purser.network.authorize({ cardId, amount: 100 })
  const writes = sent.take().map((statements) => statements.filter((one) => !/^(read|lock customers)/.test(one)))
  expect(writes).toEqual([expected])
})

it('a purchase that changes nothing of its card sends nothing for it', async () => {
  const cardId = await newCard()
  await node.purser.network.authorize({ cardId, amount: 100 })
  sent.take()
  await node.purser.network.authorize({ cardId, amount: 100 })
  const [writes = []] = sent.take().map((statements) => statements.filter((one) => !/^(read|lock)/.test(one)))
  expect(writes).toEqual(['insert transactions', 'delete idempotency_keys', 'insert idempotency_keys'])
})

it('a report about an intent sends what it needs', async () => {
  const { id } = await node.purser.intents.declare(await newCard(), { purpose: 'Ink' })
  sent.take()
  await node.purser.intents.report(id, { outcome: 'completed' })
  const [claimed, answered] = KEY
  const expected = [
    claimed,
    'read intents',
    'update customers',
    'read intents',
    'update intents',
    ...EVENT,
    ...AUDIT,
    answered,
  ]
  expect(sent.take().map((statements) => statements.filter(isSaved))).toEqual([expected])
})

it.each<[string, object, string[]]>([
  ['that waits for its purchase', {}, ['update customers', 'insert events', 'update intents']],
  [
    'that waits for a person',
    { policy: { requireApproval: true } },
    ['update customers', 'insert events', 'update intents', 'update approvals'],
  ],
])('the cancellation of an intent %s sends what it needs', async (_what, card, expected) => {
  const { id } = await node.purser.intents.declare(await newCard(card), { purpose: 'Ink' })
  sent.take()
  await node.purser.intents.cancel(id)
  const [writes = []] = sent.take().map((statements) => statements.filter((one) => !/^(read|lock customers)/.test(one)))
  expect(writes).toEqual([...expected, 'delete idempotency_keys', 'insert idempotency_keys', ...AUDIT])
})
