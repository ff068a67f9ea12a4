import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../src/lib/clock.ts'
import { lockStoredReplies } from '../../support/postgres/locks.ts'
import { type Node, type Rig, startRig } from '../http-rig.ts'

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

const json = (reply: Reply) =>
  reply.json<{
    id: string
    error: { code: string }
    secret: string
    transactionId: string
    pan: string
    accessEventId: string
    data: { id: string; replayOf?: string; decision: string }[]
  }>()
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

  it('an evaluation has no effect to repeat: it is decided again, as things stand, also with another body', async () => {
    const cardId = await newCard()
    const key = newKey()
    const evaluate = async (amount: number) => {
      const reply = await call('POST', '/v1/spend/evaluate', { key, body: { cardId, amount } })
      return [reply.statusCode, reply.json<{ decision: string }>().decision, isReplayed(reply)]
    }
    expect(await evaluate(500)).toEqual([200, 'approve', false])
    await call('POST', `/v1/cards/${cardId}/freeze`)
    expect(await evaluate(500)).toEqual([200, 'decline', false])
    expect(await evaluate(600)).toEqual([200, 'decline', false])
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
  it('is API key, Idempotency-Key, method and path: another body is refused, any other is another request', async () => {
    const key = newKey()
    await call('POST', '/v1/customers', { key, body: { email: 'b@example.com' } })
    expect(outcome(await call('POST', '/v1/customers', { key, body: { email: 'c@example.com' } }))).toEqual([
      422,
      'idempotency_key_reused',
      false,
    ])
    expect(outcome(await call('POST', '/v1/cards', { key, body: { customerId } }))).toEqual([201, undefined, false])
    const sameAccount = await rig.key()
    const foreign = await rig.key({ accountId: await rig.account() })
    for (const as of [sameAccount, foreign]) {
      const ask = (email: string) => call('POST', '/v1/customers', { as, key, body: { email } })
      expect(outcome(await ask('d@example.com'))).toEqual([201, undefined, false])
      expect(outcome(await ask('d@example.com'))).toEqual([201, undefined, true])
    }
  })

  it('of a key goes on with its next secret', async () => {
    const made = json(await call('POST', '/v1/api-keys', { body: { name: 'ci', role: 'admin' } }))
    const ask = (as: string) => call('POST', '/v1/customers', { as, key, body: { email: 'f@example.com' } })
    const key = newKey()
    const first = await ask(made.secret)
    const next = json(await call('POST', `/v1/api-keys/${made.id}/rotate`)).secret
    expect([(await ask(next)).body, first.statusCode]).toEqual([first.body, 201])
  })

  it('is another purchase for another key of the network door', async () => {
    const body = { cardId: await newCard(), amount: 500 }
    const [key, other] = [newKey(), await rig.key({ role: 'network' })]
    const buy = async (as: string) => {
      const reply = await call('POST', '/v1/network/authorizations', { as, key, body })
      return [json(reply).transactionId, isReplayed(reply)]
    }
    const [mine, theirs] = [await buy(secret), await buy(other)]
    expect(mine[0]).not.toBe(theirs[0])
    expect([mine[1], theirs[1], await buy(secret), await buy(other)]).toEqual([
      false,
      false,
      [mine[0], true],
      [theirs[0], true],
    ])
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
    // The key is claimed, as by a transaction that still runs the first request.
    const reply = await rig.deps.database.transaction(async (tx) => {
      await lockStoredReplies(tx, 'freezeCard')
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

  it('keep nothing of what a caller wrote: neither key, path nor body', async () => {
    const [number, key] = ['4000001234567899', 'key-4000009876543217']
    await call('POST', `/v1/cards/${number}/freeze`, { key })
    await call('POST', '/v1/network/authorizations', { key, body: { pan: number, cvv: '123', amount: 100 } })
    const { rows: all } = await rig.deps.database.pool.query<object>('select * from idempotency_keys')
    const text = JSON.stringify(all)
    expect(text).toContain('freezeCard')
    for (const told of [number, key]) expect(text).not.toContain(told)
  })
})

describe('reading a card number', () => {
  const reader =
    (cardId: string, as = secret) =>
    (wish: Wish = {}) =>
      call('POST', `/v1/cards/${cardId}/details`, { as, ...wish })
  const accessEvents = async (cardId: string) =>
    json(await call('GET', `/v1/cards/${cardId}/access-events?limit=100`)).data.toReversed()

  it('runs anew with each repeat: an access event of its own, which names the first', async () => {
    const cardId = await newCard()
    const read = reader(cardId)
    const key = newKey()
    const replies = [await read({ key }), await read({ key }), await read({ key })]
    for (const reply of replies) expect(outcome(reply)).toEqual([200, undefined, false])
    const [first, ...repeats] = await accessEvents(cardId)
    expect(replies.map((reply) => json(reply).accessEventId)).toEqual([first, ...repeats].map((event) => event?.id))
    expect([first?.replayOf, ...repeats.map(({ replayOf }) => replayOf)]).toEqual([undefined, first?.id, first?.id])
    const kept = await rig.deps.database.pool.query<{ reply: Buffer }>(
      "select reply from idempotency_keys where operation = 'getCardDetails'",
    )
    expect(kept.rows.map(({ reply }) => reply.toString())).toEqual([first?.id])
  })

  it('counts each repeat in the hour', async () => {
    const read = reader(await newCard())
    const key = newKey()
    const statuses: number[] = []
    for (let i = 0; i < 11; i += 1) statuses.push((await read({ key })).statusCode)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })

  it('uses up a grant with each repeat', async () => {
    const cardId = await newCard({ requireAttestation: true })
    const read = reader(cardId)
    const key = newKey()
    const attest = () => call('POST', `/v1/cards/${cardId}/access`, { body: { purpose: 'buy' } })
    await attest()
    expect([outcome(await read({ key }))[0], outcome(await read({ key }))[1]]).toEqual([200, 'attestation_required'])
    await attest()
    expect([outcome(await read({ key }))[0], outcome(await read({ key }))[1]]).toEqual([200, 'attestation_required'])
    const reads = (await accessEvents(cardId)).filter((event) => event.replayOf !== undefined)
    expect(reads.map(({ decision }) => decision)).toEqual(['denied', 'granted', 'denied'])
  })

  it('that was refused is given to a repeat once the checks pass, and names the refusal', async () => {
    const cardId = await newCard()
    const read = reader(cardId)
    const key = newKey()
    await call('POST', `/v1/cards/${cardId}/freeze`)
    expect(outcome(await read({ key }))).toEqual([409, 'card_not_active', false])
    await call('POST', `/v1/cards/${cardId}/unfreeze`)
    expect(outcome(await read({ key }))).toEqual([200, undefined, false])
    const [refused, given] = await accessEvents(cardId)
    expect([refused?.decision, given?.replayOf]).toEqual(['denied', refused?.id])
  })

  it('by another key is a read of another caller', async () => {
    const cardId = await newCard()
    const key = newKey()
    await reader(cardId)({ key })
    expect(outcome(await reader(cardId, await rig.key())({ key }))).toEqual([200, undefined, false])
    expect((await accessEvents(cardId)).map(({ replayOf }) => replayOf)).toEqual([undefined, undefined])
  })

  it('422 for another body, and nobody has read', async () => {
    const cardId = await newCard()
    const read = reader(cardId)
    const key = newKey()
    await read({ key })
    expect(outcome(await read({ key, body: { purpose: 'other' } }))).toEqual([422, 'idempotency_key_reused', false])
    expect(await accessEvents(cardId)).toHaveLength(1)
  })
})
