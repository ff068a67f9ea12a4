import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
let customerId: string
beforeAll(async () => {
  api = await startApi()
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
})
afterAll(() => api.stop())

let count = 0
async function agent(owner = customerId) {
  count += 1
  return (await api.admin('createAgent', { body: { customerId: owner, externalId: `agent-${count}` } })).body.id
}
const card = async (body: object = {}) => (await api.admin('createCard', { body: { customerId, ...body } })).body.id
const authorize = async (cardId: string, body: object = {}) =>
  (await api.admin('createAuthorization', { body: { cardId, amount: 100, ...body } })).body
const ids = async (query: Record<string, string>, caller = api.admin) =>
  (await caller('listTransactions', { query })).body.data.map(({ id }) => id)

describe('GET /transactions', () => {
  it('200: newest first, by customer, agent, card, intent, status and time', async () => {
    const agentId = await agent()
    const [first, second] = [await card({ agentId }), await card({ policy: { limits: { perAuth: 150 } } })]
    const declared = await api.admin('createIntent', { params: { cardId: second }, body: { purpose: 'Ink' } })
    const made = []
    const spends = [
      { cardId: first, amount: 100 },
      { cardId: second, amount: 101 },
      { cardId: second, amount: 500 },
    ]
    for (const { cardId, amount } of spends) {
      api.clock.time += 1000
      made.push((await authorize(cardId, { amount })).transactionId)
    }
    const [ofAgent, withIntent, declined] = made as [string, string, string]
    const at = (seconds: number) => new Date(api.clock.now() + seconds * 1000).toISOString()

    expect(await ids({ customerId })).toEqual(made.toReversed())
    expect(await ids({ agentId })).toEqual([ofAgent])
    expect(await ids({ cardId: second })).toEqual([declined, withIntent])
    expect(await ids({ intentId: declared.body.id })).toEqual([withIntent])
    expect(await ids({ customerId, status: 'declined' })).toEqual([declined])
    expect(await ids({ customerId, createdAfter: at(-1) })).toEqual([declined, withIntent])
    expect(await ids({ customerId, createdBefore: at(-1) })).toEqual([ofAgent])
    expect(await ids({ customerId, createdAfter: at(-2), createdBefore: at(0) })).toEqual([withIntent, ofAgent])
    for (const unknown of ['customerId', 'agentId', 'cardId', 'intentId']) {
      expect(await ids({ [unknown]: 'nobody' })).toEqual([])
    }
  })

  it('200: by settlement, from the lower end, which is included, to the upper one, which is not', async () => {
    const owner = (await api.admin('createCustomer', { body: { email: 'settled@example.com' } })).body.id
    const cardId = (await api.admin('createCard', { body: { customerId: owner } })).body.id
    const held = (await authorize(cardId)).transactionId
    const bought = [(await authorize(cardId)).transactionId, (await authorize(cardId)).transactionId]
    const times: string[] = []
    for (const transactionId of bought) {
      api.clock.time += 86_400_000
      await api.admin('settleAuthorization', { params: { transactionId } })
      times.push(new Date(api.clock.now()).toISOString())
    }
    const [first = '', second = ''] = times
    const settled = (query: Record<string, string>) => ids({ customerId: owner, ...query })
    const later = new Date(api.clock.now() + 1).toISOString()
    expect(await settled({ settledAfter: first })).toEqual(bought.toReversed())
    expect(await settled({ settledAfter: first, settledBefore: second })).toEqual([bought[0]])
    expect(await settled({ settledAfter: second, settledBefore: later })).toEqual([bought[1]])
    expect(await settled({ settledBefore: first })).toEqual([])
    expect(await settled({ settledBefore: second, createdBefore: first })).toEqual([bought[0]])
    expect(await settled({})).toEqual([...bought.toReversed(), held])
  })

  it.each(['created', 'settled'])('400: the lower end is not before the upper one (%s)', async (of) => {
    const at = '2026-01-01T00:00:00Z'
    for (const lower of [at, '2026-01-01T00:00:00.001Z']) {
      const query = { [`${of}After`]: lower, [`${of}Before`]: at }
      const { status, body } = await api.admin('listTransactions', { query })
      expect([status, body.error?.param]).toEqual([400, `${of}After`])
      expect(body.error?.hint).toContain('The lower end is included and the upper one is not')
    }
  })

  it.each(['2026-02-30T00:00:00Z', 'yesterday', '2026-01-31'])('400: createdAfter %s', async (createdAfter) => {
    const { status, body } = await api.admin('listTransactions', { query: { createdAfter } })
    expect([status, body.error?.param]).toEqual([400, 'createdAfter'])
  })
})

describe('GET /transactions/{transactionId}', () => {
  it('200: the whole record, with every rule that was checked', async () => {
    const cardId = await card({ policy: { limits: { perAuth: 50 }, allowedMccs: ['5734'] } })
    const merchant = { name: 'Ink Shop', mcc: '5734', city: 'Berlin', country: 'de', networkId: 'm-1' }
    const { transactionId } = await authorize(cardId, { merchant, currency: 'usd', networkReference: 'ref-1' })
    const { status, body } = await api.admin('getTransaction', { params: { transactionId } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: transactionId,
      customerId,
      agentId: null,
      cardId,
      type: 'authorization',
      status: 'declined',
      amount: 100,
      authorizedAmount: 0,
      settledAmount: 0,
      refundedAmount: 0,
      currency: 'USD',
      merchant: { ...merchant, country: 'DE' },
      decision: 'decline',
      reasons: [{ code: 'per_auth_exceeded', rule: 'limits.perAuth', level: 'card', limit: 50, observed: 100 }],
      attestation: 'unattested',
      networkReference: 'ref-1',
    })
    expect(body).not.toHaveProperty('intentId')
    expect(body).not.toHaveProperty('settledAt')
    expect(body.trace).toContainEqual(expect.objectContaining({ rule: 'allowedMccs', passed: true, level: 'card' }))
    expect(body.trace).toContainEqual(expect.objectContaining({ rule: 'limits.perAuth', passed: false, limit: 50 }))
  })

  it('200 after the agent is deleted; 404 for another account, byte for byte as for an id that never was', async () => {
    const agentId = await agent()
    const { transactionId } = await authorize(await card({ agentId }))
    await api.admin('deleteAgent', { params: { agentId } })
    expect((await api.admin('getTransaction', { params: { transactionId } })).status).toBe(200)
    expect(await ids({ agentId })).toEqual([transactionId])

    const other = await api.otherAccount()
    const texts = await Promise.all(
      [transactionId, `txn_${'0'.repeat(26)}`, 'txn_x'].map((id) =>
        other('getTransaction', { params: { transactionId: id } }),
      ),
    )
    expect(texts[0]?.body.error?.code).toBe('transaction_not_found')
    expect(new Set(texts.map(({ text }) => text.replace(/req_\w+/, ''))).size).toBe(1)
    expect(await ids({ cardId: (await card()) ?? '' }, other)).toEqual([])
  })

  it('200 and 404: a key of the role agent sees what its cards spent, and nothing else', async () => {
    const [mine, theirs] = [await agent(), await agent()]
    const own = (await authorize(await card({ agentId: mine }))).transactionId
    const foreign = (await authorize(await card({ agentId: theirs }))).transactionId
    const agentless = (await authorize(await card())).transactionId
    const key = await api.as('agent', mine)
    expect(await ids({}, key)).toEqual([own])
    expect(await ids({ agentId: theirs }, key)).toEqual([])
    expect((await key('getTransaction', { params: { transactionId: own } })).status).toBe(200)
    for (const transactionId of [foreign, agentless]) {
      expect((await key('getTransaction', { params: { transactionId } })).status).toBe(404)
    }
  })
})
