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
const isSaved = (statement: string): boolean => !/^read -$/.test(statement)

/** What a request sends that changes a level: it locks the customer, reads what changes behind the lock, and saves once. */
const request = (...saved: string[]): string[] => [KEY[0], ...saved, ...EVENT, ...AUDIT, KEY[1]]

async function statementsOf(act: () => Promise<unknown>): Promise<string[][]> {
  sent.take()
  await act()
  return sent.take().map((statements) => statements.filter(isSaved))
}

let made = 0
async function newAgent(): Promise<string> {
  made += 1
  const { id } = await node.purser.agents.create({ customerId, externalId: `agent-${made}` })
  await node.purser.cards.create({ customerId, agentId: id })
  return id
}

const locking = ['read agents', 'update customers', 'read agents']
it.each<[string, (agentId: string) => Promise<unknown>, string[]]>([
  ['a name', (id) => node.purser.agents.update(id, { name: 'Buyer' }), [...locking, 'update agents']],
  [
    'limits',
    (id) => node.purser.agents.update(id, { limits: { perDay: 500 } }),
    [...locking, 'update agents', 'update issuer_calls'],
  ],
  [
    'the expiry of its cards',
    (id) => node.purser.agents.update(id, { policy: { ttlMinutes: 5 } }),
    [...locking, 'read cards', 'update agents', 'update issuer_calls', 'update cards'],
  ],
])('a request that changes %s of an agent sends what it needs', async (_what, act, expected) => {
  const id = await newAgent()
  expect(await statementsOf(() => act(id))).toEqual([request(...expected)])
})

it('a request that deletes an agent sends what it needs', async () => {
  const id = await newAgent()
  const [key, answered] = KEY
  const ofAgent = [...locking, 'update agents', 'delete agent_external_ids', ...EVENT]
  const ofCards = ['read cards', 'read cards', 'update cards', 'update card_secrets', ...EVENT, 'update events']
  expect(await statementsOf(() => node.purser.agents.delete(id))).toEqual([
    [key, ...ofAgent, ...ofCards, 'update api_keys', ...AUDIT, answered],
  ])
})

it.each<[string, object, string[]]>([
  ['a phone', { phone: '+15555550100' }, ['update customers', 'update customers']],
  ['limits', { limits: { perDay: 500 } }, ['update customers', 'update customers', 'update issuer_calls']],
  [
    'the expiry of its cards',
    { policy: { ttlMinutes: 5 } },
    ['update customers', 'read cards', 'update customers', 'update issuer_calls', 'update cards'],
  ],
])('a request that changes %s of a customer sends what it needs', async (_what, patch, expected) => {
  expect(await statementsOf(() => node.purser.customers.update(customerId, patch))).toEqual([request(...expected)])
})

const ASKED = { wanted: { limits: { perDay: 9000 } }, why: 'Ink' }
const decided = ['read change_requests', 'update customers', 'read change_requests']

it('a change request sends what it needs: made, approved and rejected', async () => {
  const agentId = await newAgent()
  const ask = () => node.purser.changeRequests.create({ agentId, ...ASKED })
  const looked = [...locking, 'read change_requests', 'read change_requests']
  expect(await statementsOf(ask)).toEqual([request(...looked, 'insert change_requests')])

  const { id } = await ask()
  const approving = [...decided, 'read agents', 'read customers', 'read accounts']
  expect(await statementsOf(() => node.purser.changeRequests.approve(id))).toEqual([
    request(...approving, 'update agents', 'update issuer_calls', 'update change_requests'),
  ])

  const { id: other } = await node.purser.changeRequests.create({
    agentId,
    why: 'Ink',
    wanted: { limits: { perAuth: 100 } },
  })
  expect(await statementsOf(() => node.purser.changeRequests.reject(other))).toEqual([
    request(...decided, 'update change_requests'),
  ])
})
