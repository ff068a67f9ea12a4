import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ErrorReplyBody } from '../../src/contract/errors.ts'
import type { ServiceUnavailableReason } from '../../src/contract/unavailable.ts'
import { openDatabase, type Database } from '../../src/store/connection/database.ts'
import { verifyDifferencesOf } from '../support/differences.ts'
import { eventually } from '../support/eventually.ts'
import { openPostgresProxy, type PostgresProxy } from '../support/postgres/postgres-proxy.ts'
import { TEST_API_KEY, startNode, type TestNode } from '../support/processes/start-node.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'

/** The database is there, and then the way to it is not: see `I-10` of docs/invariants.md. */
const LATEST_ANSWER_MS = 2000
const LATEST_HEALED_MS = 6000
const QUEUE = 40

let test: TestDatabase
let proxy: PostgresProxy
let behind: Database
let node: TestNode
let customerId: string
let cardId: string
beforeAll(async () => {
  test = await createTestDatabase()
  proxy = await openPostgresProxy(test.connection)
  behind = openDatabase({ connection: proxy.connection, maxConnections: 6 })
  node = await startNode(behind, {}, { engine: { maxQueue: QUEUE, maxBatch: 1, maxInFlight: 1 } })
  customerId = (await node.purser.customers.create({ email: 'ada@example.com' })).id
  cardId = (await node.purser.cards.create({ customerId })).id
})
afterAll(async () => {
  await node.stop()
  await behind.close()
  await proxy.close()
  await test.drop()
})

async function ask(method: string, path: string, body?: object, key?: string) {
  const started = performance.now()
  const reply = await fetch(`${node.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${TEST_API_KEY}`,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  const { error } = (await reply.json()) as Partial<ErrorReplyBody>
  return {
    status: reply.status,
    ms: performance.now() - started,
    retryAfter: reply.headers.get('retry-after'),
    reason: error?.details?.['reason'] as ServiceUnavailableReason | undefined,
  }
}

const requests: readonly (readonly [name: string, send: () => ReturnType<typeof ask>])[] = [
  ['an authorization', () => ask('POST', '/network/authorizations', { cardId, amount: 1 })],
  ['one with a key', () => ask('POST', '/network/authorizations', { cardId, amount: 1 }, crypto.randomUUID())],
  ['one by number', () => ask('POST', '/network/authorizations', { pan: '4000001234567899', amount: 1 })],
  ['a read', () => ask('GET', `/cards/${cardId}`)],
  ['a list', () => ask('GET', '/transactions')],
  ['an evaluation', () => ask('POST', '/spend/evaluate', { cardId, amount: 1 })],
  ['a write', () => ask('PATCH', `/customers/${customerId}`, { metadata: { seen: true } })],
  [
    'a write with a key',
    () => ask('PATCH', `/customers/${customerId}`, { metadata: { seen: true } }, crypto.randomUUID()),
  ],
  ['the readiness', () => ask('GET', '/../readyz')],
]

/** Whatever becomes of them, nothing is stored. */
const READS = new Set(['a read', 'a list', 'an evaluation', 'the readiness'])

describe.each(['stall', 'cut'] as const)('%s', (fault) => {
  let repair: () => void
  beforeEach(async () => {
    await Promise.all(requests.map(([, send]) => send())) // every connection is open and in use
    repair = proxy[fault]()
  })
  afterEach(() => repair())

  it('every request is answered 503 within 2 s, however many ask; and it heals without a restart', async () => {
    for (const wave of [1, 2]) {
      const answers = await Promise.all(
        [1, 2, 3].flatMap(() => requests.map(async ([name, send]) => [name, await send()] as const)),
      )
      const wrong = answers.filter(([, { status, ms }]) => status !== 503 || ms > LATEST_ANSWER_MS)
      expect({ wave, wrong }).toEqual({ wave, wrong: [] })
      expect(new Set(answers.map(([, { retryAfter }]) => retryAfter))).toEqual(new Set(['1']))
      for (const [name, { reason }] of answers) {
        const expected = READS.has(name)
          ? ['database_unavailable']
          : ['database_unavailable', 'queue_full', 'fate_unknown']
        expect({ name, reason, isOf: expected.includes(reason ?? '') }).toEqual({ name, reason, isOf: true })
      }
    }
    repair()
    const repaired = performance.now()
    await eventually('it answers again', async () => (await requests[0]?.[1]())?.status === 200)
    for (const [name, send] of requests) {
      await eventually(`${name} is answered again`, async () => [200, 404].includes((await send()).status))
    }
    expect(performance.now() - repaired).toBeLessThan(LATEST_HEALED_MS)
    expect(await verifyDifferencesOf(test.database)).toEqual([])
  })
})

it('what was refused for another reason than an unknown fate is not stored', async () => {
  const buy = (networkReference: string) =>
    ask('POST', '/network/authorizations', { cardId, amount: 1, networkReference })
  const refused: string[] = []
  for (const [round, fault] of (['cut', 'stall', 'cut', 'stall'] as const).entries()) {
    const references = Array.from({ length: 6 }, (_, n) => `${fault}-${round}-${n}`)
    const bought = references.map(async (reference) => [reference, await buy(reference)] as const)
    const repair = proxy[fault]()
    for (const [reference, { reason }] of await Promise.all(bought)) {
      if (reason !== undefined && reason !== 'fate_unknown') refused.push(reference)
    }
    repair()
    await eventually('it answers again', async () => (await buy(`after-${round}`)).status === 200)
  }
  expect(refused.length).toBeGreaterThan(0)
  const text = 'select network_reference from transactions where network_reference = any($1)'
  expect((await test.database.pool.query(text, [refused])).rows).toEqual([])
})

it('a full queue is said at once', async () => {
  const authorize = () => ask('POST', '/network/authorizations', { cardId, amount: 1 })
  await authorize() // the node knows whose key and card it is
  const repair = proxy.stall()
  const first = authorize() // in flight: those behind it wait
  const answers = await Promise.all(Array.from({ length: QUEUE + 30 }, authorize))
  repair()
  await first
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  const slowest = Math.max(...answers.map(({ ms }) => ms))
  // Those in the queue wait for their deadline: by it, and not by a clock, a busy machine tells the others apart.
  const atOnce = answers.filter(({ ms }) => ms < (slowest * 2) / 3)
  expect(atOnce.length).toBeGreaterThanOrEqual(29)
  expect(answers.filter(({ reason }) => reason === 'queue_full').length).toBeGreaterThanOrEqual(29)
  expect(slowest).toBeLessThan(LATEST_ANSWER_MS)
})
