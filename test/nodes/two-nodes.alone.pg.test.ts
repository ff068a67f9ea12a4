import { randomUUID } from 'node:crypto'
import { PurserError } from '../../clients/typescript/src/client.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { startPurser, type TestNode, type TestPurser } from '../support/processes/start-purser.ts'

let first: TestPurser
let second: TestNode
let customerId: string
beforeAll(async () => {
  first = await startPurser({ PURSER_RATE_LIMIT: 'on' })
  second = await first.secondNode()
  customerId = (await first.purser.customers.create({ email: 'ada@example.com' })).id
})
afterAll(async () => {
  await second.stop()
  await first.stop()
})

interface Ask {
  readonly as?: string
  readonly method?: string
  readonly body?: object
  readonly key?: string
}

const ask = (node: TestNode, path: string, { as = first.apiKey, method = 'GET', body, key }: Ask = {}) =>
  fetch(`${node.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

const newCard = async () => (await first.purser.cards.create({ customerId })).id
const newAgent = async () => (await first.purser.agents.create({ customerId, externalId: randomUUID() })).id

/** What is still running under that key is asked for again, as the error tells its caller. */
async function askUntilDone(node: TestNode, path: string, request: Ask): Promise<Response> {
  for (;;) {
    const reply = await ask(node, path, request)
    if (reply.status !== 409 && reply.status !== 503) return reply
    await reply.text()
  }
}

describe('requests at once with one Idempotency-Key, over both nodes', () => {
  it.each<[string, number, string, () => Promise<[path: string, body?: object]>]>([
    ['a write', 200, 'cards', () => Promise.resolve(['/cards', { customerId }])],
    [
      'the network door',
      200,
      'transactions',
      async () => ['/network/authorizations', { cardId: await newCard(), amount: 500 }],
    ],
    [
      'a forced capture',
      200,
      'transactions',
      async () => ['/network/force-captures', { cardId: await newCard(), amount: 500 }],
    ],
    ['a reply with a secret', 200, 'api_keys', () => Promise.resolve(['/api-keys', { name: 'ci', role: 'read' }])],
    [
      'a webhook',
      200,
      'webhooks',
      () => Promise.resolve(['/webhooks', { url: 'https://example.com/', events: ['*'] }]),
    ],
  ])('%s, %i times: one effect, identical replies', async (_name, times, table, request) => {
    const [path, body = {}] = await request()
    const count = async () => {
      const { rows } = await first.database.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)
      return rows[0]?.count ?? 0
    }
    const before = await count()
    const key = randomUUID()
    const replies = await Promise.all(
      Array.from({ length: times }, async (_, index) => {
        const reply = await askUntilDone(index % 2 === 0 ? first : second, path, { method: 'POST', body, key })
        const isReplayed = reply.headers.get('idempotent-replayed') === 'true'
        return { isReplayed, text: `${reply.status} ${await reply.text()}` }
      }),
    )
    const texts = new Set(replies.map(({ text }) => text))
    expect([...texts]).toEqual([expect.stringMatching(/^20[01] \{/)])
    expect(replies.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1)
    expect(await count()).toBe(before + 1)
  })
})

it('reads of one card number at once with one Idempotency-Key, over both nodes: each is a read, and counts', async () => {
  const path = `/cards/${await newCard()}/details`
  const key = randomUUID()
  const reads = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const reply = await askUntilDone(index % 2 === 0 ? first : second, path, { method: 'POST', body: {}, key })
      return { status: reply.status, accessEventId: ((await reply.json()) as { accessEventId: string }).accessEventId }
    }),
  )
  const given = reads.filter(({ status }) => status === 200).map(({ accessEventId }) => accessEventId)
  expect([given.length, new Set(given).size]).toEqual([10, 10])
  expect(reads.filter(({ status }) => status === 429)).toHaveLength(2)
  const { rows } = await first.database.pool.query<{ id: string; replay_of: string | null }>(
    'select id, replay_of from access_events where card_id = $1 order by id',
    [path.split('/')[2]],
  )
  const [one, ...others] = rows
  expect([one?.replay_of, others.length]).toEqual([null, 11])
  expect(new Set(others.map((row) => row.replay_of))).toEqual(new Set([one?.id]))
})

describe('a key that ends on one node', () => {
  const endings: [string, (keyId: string, agentId: string) => Promise<unknown>][] = [
    ['revoked', (keyId) => first.purser.apiKeys.revoke(keyId)],
    ['rotated without overlap', (keyId) => first.purser.apiKeys.rotate(keyId, { overlapMinutes: 0 })],
    ['whose agent is deleted', (_keyId, agentId) => first.purser.agents.delete(agentId)],
  ]
  it.each(endings)('%s: it is refused there at once, and on the other within a second', async (_name, end) => {
    const agentId = await newAgent()
    const fast = { tier: 'enterprise', requestsPerMinute: 100_000 } as const
    const { id, secret } = await first.purser.apiKeys.create({ name: 'bot', role: 'agent', agentId, ...fast })
    const statusOn = async (node: TestNode) => (await ask(node, '/cards', { as: secret })).status
    expect([await statusOn(first), await statusOn(second)]).toEqual([200, 200])
    await end(id, agentId)
    const endedAt = performance.now()
    expect(await statusOn(first)).toBe(401)
    let lastPassedAt = endedAt
    await eventually('the other node knows', async () => {
      const sentAt = performance.now()
      if ((await statusOn(second)) === 401) return true
      lastPassedAt = sentAt
      return false
    })
    expect(lastPassedAt - endedAt).toBeLessThan(1000)
  })
})

describe('intents that wait for a person', () => {
  it.each(['an agent with two cards', 'a card without an agent'])(
    'are 20 of %s, declared on both nodes',
    async (whose) => {
      const agentId = whose.startsWith('an agent') ? await newAgent() : undefined
      const of = agentId === undefined ? {} : { agentId }
      const make = () => first.purser.cards.create({ customerId, ...of, policy: { requireApproval: true } })
      const cards = agentId === undefined ? [await make()] : [await make(), await make()]
      const replies = await Promise.all(
        Array.from({ length: 40 }, async (_, index) => {
          const path = `/cards/${cards[index % cards.length]?.id}/intents`
          const node = index % 4 < 2 ? first : second
          const reply = await ask(node, path, { method: 'POST', body: { purpose: 'Ink' } })
          return { status: reply.status, body: (await reply.json()) as { error?: { code: string; details: object } } }
        }),
      )
      const refused = replies.filter(({ status }) => status === 409)
      expect([replies.filter(({ status }) => status === 201).length, refused.length]).toEqual([20, 20])
      for (const { body } of refused) {
        expect(body.error).toMatchObject({ code: 'too_many_waiting', details: { waiting: 20, limit: 20 } })
      }
      const { data } = await first.purser.intents.list({ ...of, status: 'pending_approval', limit: 100 })
      expect(data.filter(({ cardId }) => cards.some(({ id }) => id === cardId))).toHaveLength(20)
    },
  )
})

it('of a purchase on one node and the revocation of its approval on the other exactly one wins', async () => {
  const policy = { requireIntent: true, requireApproval: true, onMissingIntent: 'decline' } as const
  const { id: cardId } = await first.purser.cards.create({ customerId, policy })
  for (let round = 0; round < 30; round += 1) {
    const { id } = await first.purser.intents.declare(cardId, { purpose: 'Chairs', expectedAmount: 900 })
    await first.purser.intents.approve(id)
    const [payer, revoker] = round % 2 === 0 ? [first, second] : [second, first]
    const buy = () => payer.purser.network.authorize({ cardId, amount: 900 })
    const revoke = () => revoker.purser.intents.revokeApproval(id).catch((error: unknown) => error)
    // Each is sent first in turn: else the one that has less to do would win nearly always.
    const early = round % 3 === 0 ? revoke() : null
    const [purchase, revocation] = await Promise.all([buy(), early ?? revoke()])
    const isRevoked = !(revocation instanceof PurserError)
    for (const node of [first, second]) {
      const { status, transactionId, revokedBy } = await node.purser.intents.get(id)
      if (isRevoked) {
        expect(revocation).toMatchObject({ status: 'canceled', revokedBy })
        expect([purchase.decision, status, transactionId]).toEqual(['decline', 'canceled', undefined])
      } else {
        expect(revocation).toMatchObject({ status: 409, code: 'intent_not_pending', details: { transactionId } })
        expect([purchase.decision, status, revokedBy]).toEqual(['approve', 'matched', undefined])
      }
    }
  }
})

describe('the rate limit of a key', () => {
  const LIMIT = 100

  const newSecret = async () => (await first.purser.apiKeys.create({ name: 'standard', role: 'read' })).secret
  const statusOn = async (node: TestNode, secret: string) => (await ask(node, '/cards', { as: secret })).status
  /** Whatever came of them: a busy machine may answer 503 to what was let through. */
  const passed = (statuses: number[]) => statuses.filter((status) => status !== 429).length

  it('holds over both nodes at once, to the last request', async () => {
    const secret = await newSecret()
    const nodes = Array.from({ length: 3 * LIMIT }, (_, index) => (index % 2 === 0 ? first : second))
    const statuses = await Promise.all(nodes.map((node) => statusOn(node, secret)))
    expect(passed(statuses)).toBe(LIMIT)
    expect(statuses).toContain(200)
  })

  it('can be used up to four fifths and more where one node goes idle, and never beyond', async () => {
    const secret = await newSecret()
    const statuses = [await statusOn(first, secret)]
    for (let request = 0; request < 1.2 * LIMIT; request += 1) statuses.push(await statusOn(second, secret))
    expect(passed(statuses)).toBeGreaterThanOrEqual(0.8 * LIMIT)
    expect(passed(statuses)).toBeLessThanOrEqual(LIMIT)
  })
})
