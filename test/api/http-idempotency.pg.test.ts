import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../src/lib/clock.ts'
import { type Node, type Rig, startRig } from './http-rig.ts'

let rig: Rig
let secret: string
let customerId: string
beforeAll(async () => {
  rig = await startRig()
  secret = await rig.key()
  customerId = json(await call('POST', '/v1/customers', { body: { email: 'a@example.com' } })).id
})
afterAll(() => rig.close())

interface Wish {
  node?: Node
  key?: string
  as?: string
  body?: unknown
}

const call = (
  method: 'POST' | 'PATCH' | 'DELETE' | 'GET',
  url: string,
  { node = rig, key, as = secret, body }: Wish = {},
) =>
  node.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${as}`, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    ...(body === undefined ? {} : { payload: body as object }),
  })
type Reply = Awaited<ReturnType<typeof call>>

const json = (reply: Reply) => reply.json<{ id: string; error: { code: string }; pan: string; data: unknown[] }>()
const isReplayed = (reply: Reply) => reply.headers['idempotent-replayed'] === 'true'
const outcome = (reply: Reply) => [reply.statusCode, json(reply).error?.code, isReplayed(reply)]

let keys = 0
const newKey = () => `key-${(keys += 1)}`
const newCard = async (policy: object = {}) =>
  json(await call('POST', '/v1/cards', { body: { customerId, policy } })).id
const cardCount = async () => json(await call('GET', `/v1/cards?customerId=${customerId}&limit=100`)).data.length

describe('one effect', () => {
  it('replays status and body, bare or quoted, whatever the order of the fields', async () => {
    const key = newKey()
    const before = await cardCount()
    const first = await call('POST', '/v1/cards', { key, body: { customerId, usage: 'single' } })
    const second = await call('POST', '/v1/cards', { key: `"${key}"`, body: { usage: 'single', customerId } })
    expect([first.statusCode, isReplayed(first)]).toEqual([201, false])
    expect([second.statusCode, isReplayed(second), second.body]).toEqual([201, true, first.body])
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect(await cardCount()).toBe(before + 1)
  })

  it.each([
    ['a write', () => ['POST', '/v1/cards', { customerId }] as const],
    [
      'the network door',
      async () => ['POST', '/v1/network/authorizations', { cardId: await newCard(), amount: 500 }] as const,
    ],
  ])('200 requests at once over two nodes, %s: one effect, 200 identical replies', async (_name, request) => {
    const other = await rig.secondNode()
    const [method, url, body] = await request()
    const count = async () => [await cardCount(), json(await call('GET', '/v1/transactions?limit=100')).data.length]
    const before = await count()
    const key = newKey()
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) => call(method, url, { node: index % 2 ? other : rig, key, body })),
    )
    const [first] = replies
    expect(new Set(replies.map((reply) => `${reply.statusCode} ${reply.body}`))).toEqual(
      new Set([`${first?.statusCode} ${first?.body}`]),
    )
    expect(first?.statusCode).toBeLessThan(300)
    expect(replies.filter((reply) => !isReplayed(reply))).toHaveLength(1)
    const after = await count()
    const made = after.map((each, index) => each - (before[index] ?? 0))
    expect(made.toSorted((a, b) => a - b)).toEqual([0, 1])
  })

  it('PATCH and DELETE take a key; GET ignores it', async () => {
    const agent = json(await call('POST', '/v1/agents', { body: { customerId, externalId: newKey() } })).id
    const key = newKey()
    const patches = [
      await call('PATCH', `/v1/agents/${agent}`, { key, body: { name: 'A' } }),
      await call('PATCH', `/v1/agents/${agent}`, { key, body: { name: 'A' } }),
    ]
    const deletions = [
      await call('DELETE', `/v1/agents/${agent}`, { key }),
      await call('DELETE', `/v1/agents/${agent}`, { key }),
    ]
    expect([...patches, ...deletions].map(isReplayed)).toEqual([false, true, false, true])
    expect(deletions.map((reply) => reply.statusCode)).toEqual([200, 200])
    expect(isReplayed(await call('GET', '/v1/cards', { key }))).toBe(false)
    expect(isReplayed(await call('GET', '/v1/cards', { key }))).toBe(false)
  })
})

describe('scope', () => {
  it('is account, key, method and path: another body is refused, another path or account is another request', async () => {
    const key = newKey()
    await call('POST', '/v1/customers', { key, body: { email: 'b@example.com' } })
    expect(outcome(await call('POST', '/v1/customers', { key, body: { email: 'c@example.com' } }))).toEqual([
      422,
      'idempotency_key_reused',
      false,
    ])
    expect(outcome(await call('POST', '/v1/cards', { key, body: { customerId } }))).toEqual([201, undefined, false])
    const sameAccount = await rig.key()
    expect(
      isReplayed(await call('POST', '/v1/customers', { as: sameAccount, key, body: { email: 'b@example.com' } })),
    ).toBe(true)
    const foreign = await rig.key({ accountId: await rig.account() })
    expect(
      outcome(await call('POST', '/v1/customers', { as: foreign, key, body: { email: 'b@example.com' } })),
    ).toEqual([201, undefined, false])
  })

  it('never shows an agent what another key did', async () => {
    const key = newKey()
    const cardId = await newCard()
    await call('POST', `/v1/cards/${cardId}/freeze`, { key })
    const agentId = json(await call('POST', '/v1/agents', { body: { customerId, externalId: newKey() } })).id
    const agent = await rig.key({ role: 'agent', agentId })
    expect(outcome(await call('POST', `/v1/cards/${cardId}/freeze`, { as: agent, key }))).toEqual([
      404,
      'card_not_found',
      false,
    ])
  })

  it.each(['', '""', 'a b', 'ä', 'x'.repeat(256), '"a b"'])('400 for the key %j', async (key) => {
    expect(outcome(await call('POST', '/v1/customers', { key, body: {} }))[1]).toBe('invalid_request')
  })

  it('takes 255 characters', async () => {
    expect(
      (await call('POST', '/v1/customers', { key: 'x'.repeat(255), body: { email: 'd@example.com' } })).statusCode,
    ).toBe(201)
  })
})

describe('errors', () => {
  it('are stored like any other reply', async () => {
    const key = newKey()
    const refused = await call('POST', '/v1/cards', { key, body: { customerId: 'cust_nobody' } })
    const again = await call('POST', '/v1/cards', { key, body: { customerId: 'cust_nobody' } })
    expect([refused.statusCode, isReplayed(refused)]).toEqual([404, false])
    expect([again.body, isReplayed(again)]).toEqual([refused.body, true])
    expect(outcome(await call('POST', '/v1/cards', { key, body: { customerId } }))).toEqual([
      422,
      'idempotency_key_reused',
      false,
    ])
  })

  it.each([
    ['an invalid body', '/v1/network/authorizations', { cardId: 'card_x', amount: -1 }],
    ['an unknown card', '/v1/network/authorizations', { cardId: 'card_x', amount: 1 }],
    ['an unknown transaction', '/v1/network/authorizations/txn_x/settle', {}],
  ])('of the network door too: %s', async (_name, url, body) => {
    const key = newKey()
    const replies = [await call('POST', url, { key, body }), await call('POST', url, { key, body })]
    expect(replies.map(isReplayed)).toEqual([false, true])
    expect(replies[1]?.body).toBe(replies[0]?.body)
  })

  it('a 429 is not stored, but what it leaves behind is', async () => {
    const cardId = await newCard()
    for (let read = 0; read < 10; read += 1) await call('POST', `/v1/cards/${cardId}/details`)
    const key = newKey()
    const accessEvents = async () => json(await call('GET', `/v1/cards/${cardId}/access-events?limit=100`)).data.length
    const before = await accessEvents()
    expect(outcome(await call('POST', `/v1/cards/${cardId}/details`, { key }))[1]).toBe('credential_read_limit')
    expect(await accessEvents()).toBe(before + 1)
    expect(outcome(await call('POST', `/v1/cards/${cardId}/details`, { key, body: { purpose: 'other' } }))[1]).toBe(
      'credential_read_limit',
    )
  })

  it('409 while another transaction has the key for long', async () => {
    const key = newKey()
    const cardId = await newCard()
    const other = await rig.secondNode()
    const freeze = (node: Node) => call('POST', `/v1/cards/${cardId}/freeze`, { node, key })
    expect(outcome(await freeze(rig))).toEqual([200, undefined, false])
    // The key is held, as by a transaction that still runs the first request.
    const reply = await rig.deps.database.transaction(async (tx) => {
      await tx.selectFrom('idempotency_keys').select('key').where('key', '=', key).forUpdate().execute()
      return freeze(other)
    })
    expect(outcome(reply)).toEqual([409, 'idempotency_in_progress', false])
    expect(reply.headers['retry-after']).toBe('1')
    expect(outcome(await freeze(other))).toEqual([200, undefined, true])
  })
})

it('a key is free again at 24 h 00 m 00.000 s, and not a millisecond before', async () => {
  const key = newKey()
  const create = () => call('POST', '/v1/customers', { key, body: { email: 'e@example.com' } })
  const start = rig.clock.time
  const first = await create()
  rig.clock.time = start + DAY_MS - 1
  expect((await create()).body).toBe(first.body)
  rig.clock.time = start + DAY_MS
  const fresh = await create()
  expect([fresh.statusCode, isReplayed(fresh), fresh.body === first.body]).toEqual([201, false, false])
  expect((await create()).body).toBe(fresh.body)
})

describe('secrets', () => {
  const rows = async () => {
    const { rows: all } = await rig.deps.database.pool.query<{ reply: Buffer }>('select reply from idempotency_keys')
    return Buffer.concat(all.map(({ reply }) => reply)).toString('latin1')
  }

  it('are replayed, and never stored in clear', async () => {
    const key = newKey()
    const body = { name: 'ci', role: 'read' }
    const replies = [
      await call('POST', '/v1/api-keys', { key, body }),
      await call('POST', '/v1/api-keys', { key, body }),
    ]
    expect(replies[1]?.body).toBe(replies[0]?.body)
    const made = replies[0]?.json<{ secret: string }>().secret ?? ''
    expect(made).toMatch(/^sk_/)
    expect(await rows()).not.toContain(made.slice(3))
  })

  it('card credentials are replayed without a second look, as long as the checks still pass', async () => {
    const cardId = await newCard()
    const key = newKey()
    const read = () => call('POST', `/v1/cards/${cardId}/details`, { key })
    const looks = async () => json(await call('GET', `/v1/cards/${cardId}/access-events`)).data.length
    const [first, second] = [await read(), await read()]
    expect([second.body, isReplayed(first), isReplayed(second), await looks()]).toEqual([first.body, false, true, 1])
    expect(await rows()).not.toContain(json(first).pan)
    await call('POST', `/v1/cards/${cardId}/freeze`)
    expect(outcome(await read())).toEqual([409, 'card_not_active', false])
    await call('POST', `/v1/cards/${cardId}/unfreeze`)
    expect(outcome(await read())).toEqual([200, undefined, true])
  })

  it('card credentials that were refused are given once the checks pass', async () => {
    const cardId = await newCard()
    await call('POST', `/v1/cards/${cardId}/freeze`)
    const key = newKey()
    const read = () => call('POST', `/v1/cards/${cardId}/details`, { key })
    expect(outcome(await read())).toEqual([409, 'card_not_active', false])
    await call('POST', `/v1/cards/${cardId}/unfreeze`)
    const given = await read()
    expect(outcome(given)).toEqual([200, undefined, false])
    expect((await read()).body).toBe(given.body)
  })
})
