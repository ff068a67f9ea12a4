import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, connect, endpoint, someAgent } from '../mcp/agent-rig.ts'
import { eventually } from '../support/eventually.ts'
import { startNodeProcess } from '../support/processes/node-process.ts'
import { TEST_API_KEY, startNode, type TestNode } from '../support/processes/start-purser.ts'
import { openPostgresProxy, type PostgresProxy } from '../support/postgres/postgres-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'

/** A node is killed between the commit and the reply: whoever asks again under the same key gets that reply. */
let test: TestDatabase
let proxy: PostgresProxy
/** The node that is left. */
let survivor: TestNode
let customerId: string
let cardId: string
beforeAll(async () => {
  test = await createTestDatabase()
  proxy = await openPostgresProxy(test.connection)
  survivor = await startNode(test.database)
  customerId = (await survivor.purser.customers.create({ email: 'ada@example.com' })).id
  cardId = (await survivor.purser.cards.create({ customerId })).id
})
afterAll(async () => {
  await survivor.stop()
  await proxy.close()
  await test.drop()
})

const post = (baseUrl: string, path: string, { key, body }: { key: string; body: object }) =>
  fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_API_KEY}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  })

const count = async (table: 'cards' | 'transactions' | 'api_keys') => {
  const { rows } = await test.database.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)
  return rows[0]?.count ?? 0
}

/** Kills the node as soon as the trap has sprung, while the request under `key` waits for its answer. */
async function askAndKill(sprung: Promise<void>, path: string, request: { key: string; body: object }): Promise<void> {
  const { process: node, baseUrl } = await startNodeProcess(proxy.connection)
  const reply = post(baseUrl, path, request).then(
    ({ status }) => status,
    () => 'no reply',
  )
  await sprung
  node.child.kill('SIGKILL')
  expect([await node.ended, await reply]).toEqual(['SIGKILL', 'no reply'])
}

describe.each([
  ['a write', '/cards', () => ({ customerId }), 'cards', 'createCard'],
  [
    'the network door',
    '/network/authorizations',
    () => ({ cardId, amount: 500 }),
    'transactions',
    'createAuthorization',
  ],
  ['a reply with a secret', '/api-keys', () => ({ name: 'ci', role: 'read' }), 'api_keys', 'createApiKey'],
] as const)('%s', (_name, path, bodyOf, table, operation) => {
  it('killed after the commit: the retry gets the stored reply, and nothing happens twice', async () => {
    const request = { key: `after-${table}`, body: bodyOf() }
    const before = await count(table)
    await askAndKill(proxy.silentAfterCommitOf(operation), path, request)
    expect(await count(table)).toBe(before + 1)
    const replies = [await post(survivor.baseUrl, path, request), await post(survivor.baseUrl, path, request)]
    const texts = await Promise.all(replies.map((reply) => reply.text()))
    expect(replies.map((reply) => [reply.ok, reply.headers.get('idempotent-replayed')])).toEqual([
      [true, 'true'],
      [true, 'true'],
    ])
    expect(texts[1]).toBe(texts[0])
    expect(await count(table)).toBe(before + 1)
  })

  it('killed before the commit: nothing has happened, and the retry does it', async () => {
    const request = { key: `before-${table}`, body: bodyOf() }
    const before = await count(table)
    await askAndKill(proxy.silentBefore(operation), path, request)
    expect(await count(table)).toBe(before)
    const reply = await post(survivor.baseUrl, path, request)
    expect([reply.ok, reply.headers.get('idempotent-replayed')]).toEqual([true, null])
    expect(await count(table)).toBe(before + 1)
  })
})

it('a purchase that an agent has declared, killed after the commit and declared again fifty times at once, is one intent', async () => {
  const { cardId: card, apiKey } = await someAgent(survivor)
  const { process: node, baseUrl } = await startNodeProcess(proxy.connection)
  const errand = { reference: 'order-7', purpose: 'a domain', amount: 1200, merchant: 'Names Ltd' }
  const sprung = proxy.silentAfterCommitOf(card)
  const first = call(await connect(endpoint({ baseUrl }), apiKey), 'declare_intent', errand).then(
    () => 'told',
    () => 'no reply',
  )
  await sprung
  node.child.kill('SIGKILL')
  expect([await node.ended, await first]).toEqual(['SIGKILL', 'no reply'])
  const client = await connect(endpoint(survivor), apiKey)
  const told = new Set<unknown>()
  // A refusal for want of time is no answer: as an agent does, it is asked again.
  const declare = () =>
    eventually('the errand is declared', async () => {
      const { said } = await call(client, 'declare_intent', errand)
      if (said['intentId'] !== undefined) told.add(said['intentId'])
      return said['intentId'] !== undefined
    })
  await Promise.all(Array.from({ length: 50 }, declare))
  await client.close()
  const { data } = await survivor.purser.intents.listForCard(card)
  expect(data.map(({ id }) => id)).toEqual([...told])
})
