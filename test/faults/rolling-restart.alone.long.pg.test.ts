import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { ErrorReplyBody } from '../../src/contract/errors.ts'
import { migrateDatabase } from '../../src/store/schema/migrations.ts'
import { openBalancer } from '../support/processes/balancer.ts'
import { eventually } from '../support/eventually.ts'
import { type NodeProcess, startNodeProcess } from '../support/processes/node-process.ts'
import { TEST_API_KEY, startNode } from '../support/processes/start-node.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'
import { openLoad, startRestartable } from './rolling-restart.ts'

/** SIGTERM, until a load balancer has noticed: `scripts/rolling-restart.ts` is the same at full speed. */
let test: TestDatabase
let cardId: string
let customerId: string
beforeAll(async () => {
  test = await createTestDatabase()
  await migrateDatabase(test.connection)
  const node = await startNode(test.database)
  customerId = (await node.purser.customers.create({ email: 'ada@example.com' })).id
  cardId = (await node.purser.cards.create({ customerId })).id
  await node.stop()
})
afterAll(() => test.drop())

/** Every node of a test ends with it, however it ends. */
let started: NodeProcess[] = []
const keep = (node: NodeProcess): NodeProcess => {
  started.push(node)
  return node
}
afterEach(async () => {
  for (const { process } of started) process.child.kill('SIGKILL')
  await Promise.all(started.map(({ process }) => process.ended))
  started = []
})

/** Longer than any test waits: what ends the drain is the second signal. */
const ENDLESS = { PURSER_DRAIN_SECONDS: '300', PURSER_LOG_LEVEL: 'info' }
const headers = { authorization: `Bearer ${TEST_API_KEY}`, 'content-type': 'application/json' }

it('SIGTERM: not ready, and all else is served with Connection: close until the drain is over', async () => {
  const { process, baseUrl } = keep(await startNodeProcess(test.connection, ENDLESS))
  const readyz = () => fetch(new URL('/readyz', baseUrl))
  const buy = () =>
    fetch(`${baseUrl}/network/authorizations`, { method: 'POST', headers, body: `{"cardId":"${cardId}","amount":1}` })
  expect([(await readyz()).status, (await buy()).headers.get('connection')]).toEqual([200, 'keep-alive'])
  const policy = { requireApproval: true }
  const post = async (path: string, body: object) => {
    const reply = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return ((await reply.json()) as { id: string }).id
  }
  const card = await post('/cards', { customerId, policy })
  const intent = await post(`/cards/${card}/intents`, { purpose: 'Ink', expectedAmount: 100 })

  process.child.kill('SIGTERM')
  await eventually('it is not ready', async () => (await readyz()).status === 503)
  const { error } = (await (await readyz()).json()) as ErrorReplyBody
  expect(error).toMatchObject({ code: 'unavailable', details: { reason: 'draining' } })
  expect((await fetch(new URL('/healthz', baseUrl))).status).toBe(200)
  for (let bought = 0; bought < 5; bought += 1) {
    const reply = await buy()
    expect([reply.status, reply.headers.get('connection')]).toEqual([200, 'close'])
  }
  const stream = await fetch(`${baseUrl}/events/stream`, { headers })
  const waiting = fetch(`${baseUrl}/intents/${intent}?waitSeconds=30`, { headers })
  expect((await fetch(new URL('/healthz', baseUrl))).status).toBe(200) // by now the wait has come: connections are accepted in order

  process.child.kill('SIGINT') // another signal than the first is a second wish at once
  expect(await process.ended).toBe(0)
  expect([stream.status, (await stream.text()).startsWith('retry: ')]).toEqual([200, true])
  expect((await waiting).status).toBe(200)
  await expect(buy()).rejects.toThrow('fetch failed')
  const said = process.stderr.map((line) => (JSON.parse(line) as { msg: string }).msg)
  expect(said.findIndex((line) => line.startsWith('draining'))).toBeLessThan(said.indexOf('stopped'))
})

it('the drain ends by itself', async () => {
  const { process } = keep(await startNodeProcess(test.connection, { ...ENDLESS, PURSER_DRAIN_SECONDS: '1' }))
  process.child.kill('SIGTERM')
  expect(await process.ended).toBe(0)
  expect(process.stderr.join('\n')).toContain('draining')
})

it('SIGINT, as Ctrl-C sends it, does not drain', async () => {
  const { process } = keep(await startNodeProcess(test.connection, ENDLESS))
  process.child.kill('SIGINT')
  expect(await process.ended).toBe(0)
  expect(process.stderr.join('\n')).not.toContain('draining')
})

it('two nodes are restarted one after the other, and no request fails', async () => {
  const nodes = await Promise.all([1, 2].map(() => startRestartable(test.connection, ENDLESS, keep)))
  const origins = nodes.map(({ origin }) => origin)
  const balancer = await openBalancer({ origins, checkEveryMs: 20, checkTimeoutMs: 10_000, failures: 2 })
  const load = openLoad({ origin: balancer.origin, cardId, lanes: 4, perSecond: 100 })
  for (const node of nodes) {
    const before = load.asked()
    await eventually('both are asked', () => load.asked() > before + 20)
    const { process } = node.node()
    process.child.kill('SIGTERM')
    await eventually('the balancer has taken it out', () => !balancer.isIn(node.origin))
    process.child.kill('SIGINT')
    expect(await process.ended).toBe(0)
    await node.again()
    await eventually('it is in again', () => balancer.isIn(node.origin))
  }
  await load.stop()
  expect(load.failed).toEqual([])
  await balancer.close()
})
