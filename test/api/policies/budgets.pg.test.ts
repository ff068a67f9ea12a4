import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
let customerId: string
beforeAll(async () => {
  api = await startApi()
  const body = { email: 'a@example.com', limits: { perMonth: 50_000 } }
  customerId = (await api.admin('createCustomer', { body })).body.id
})
afterAll(() => api.stop())

let count = 0
const newAgent = async (more: object = {}) =>
  (await api.admin('createAgent', { body: { customerId, externalId: `agent-${(count += 1)}`, ...more } })).body.id
const newCard = async (agentId: string, more: object = {}) =>
  (await api.admin('createCard', { body: { customerId, agentId, ...more } })).body.id
const buy = async (cardId: string, amount: number) =>
  (await api.admin('createAuthorization', { body: { cardId, amount, merchant: { name: 'Ink Shop' } } })).body
    .transactionId
const ofCard = async (cardId: string) => (await api.admin('getCardBudget', { params: { cardId } })).body
const ofAgent = async (agentId: string) => (await api.admin('getAgentBudget', { params: { agentId } })).body
const held = (budget: { windows: { level: string; window: string; spent: number; held: number }[] }) =>
  budget.windows.map(({ level, window, spent, held: open }) => [level, window, spent, open])

describe('GET /cards/{cardId}/budget', () => {
  it('follows what is authorized, captured, given back and refunded', async () => {
    const agentId = await newAgent({ limits: { total: 9000 } })
    const cardId = await newCard(agentId, { limits: { perDay: 2000 } })
    const before = (await ofCard(cardId)).windows[0]?.spent as number
    const transactionId = await buy(cardId, 1000)
    const other = await buy(await newCard(agentId), 50)
    const spent = async () => held(await ofCard(cardId)).slice(1)
    expect((await ofCard(cardId)).windows[0]).toMatchObject({ level: 'customer', spent: before + 1050, held: 1050 })
    expect(await spent()).toEqual([
      ['agent', 'total', 1050, 1050],
      ['card', 'perDay', 1000, 1000],
    ])
    await api.admin('incrementAuthorization', { params: { transactionId }, body: { amount: 200 } })
    await api.admin('settleAuthorization', { params: { transactionId }, body: { amount: 500, final: false } })
    await api.admin('reverseAuthorization', { params: { transactionId: other } })
    expect(await spent()).toEqual([
      ['agent', 'total', 1200, 700],
      ['card', 'perDay', 1200, 700],
    ])
    await api.admin('settleAuthorization', { params: { transactionId }, body: { amount: 100 } })
    await api.admin('createRefund', { body: { transactionId, amount: 100 } })
    expect(await spent()).toEqual([
      ['agent', 'total', 600, 0],
      ['card', 'perDay', 600, 0],
    ])
    expect((await ofCard(cardId)).available).toBe(1400)
  })

  it('says when a day is over, and what waits for a person', async () => {
    const cardId = await newCard(await newAgent(), {
      limits: { perDay: 1000 },
      policy: { requireApproval: true, autoApproveBelow: 500 },
    })
    await buy(cardId, 1000)
    const at = api.clock.now()
    for (const expectedAmount of [100, 500, 600]) {
      await api.admin('createIntent', { params: { cardId }, body: { purpose: 'Ink', expectedAmount } })
    }
    const nextAllowedAt = new Date(at + 86_400_000).toISOString()
    expect(await ofCard(cardId)).toMatchObject({
      available: 0,
      nextAllowedAt,
      approvals: { autoApproveBelow: 500, waiting: 2 },
      windows: [{ level: 'customer' }, { level: 'card', remaining: 0, resetsAt: nextAllowedAt }],
    })
    api.clock.time += 86_400_000
    const { available, approvals, windows } = await ofCard(cardId)
    expect([available, approvals.waiting, windows[1]]).toEqual([
      1000,
      0,
      { kind: 'cap', window: 'perDay', level: 'card', limit: 1000, spent: 0, held: 0, remaining: 1000 },
    ])
  })
})

describe('GET /agents/{agentId}/budget', () => {
  it('tells of the agent and of each card that is not closed, the newest first', async () => {
    const agentId = await newAgent({ policy: { requireApproval: true } })
    const closed = await newCard(agentId)
    const old = await newCard(agentId, { label: 'Books', limits: { total: 100 } })
    const frozen = await newCard(agentId, { status: 'frozen' })
    await api.admin('closeCard', { params: { cardId: closed } })
    await buy(old, 60)
    for (const cardId of [old, frozen])
      await api.admin('createIntent', { params: { cardId }, body: { purpose: 'Ink' } })
    const { cards, hasMoreCards, approvals, rules } = await ofAgent(agentId)
    expect([hasMoreCards, approvals, rules]).toEqual([
      false,
      { autoApproveBelow: 0, waiting: 2 },
      ['A person approves every intent.'],
    ])
    expect(cards).toMatchObject([
      { cardId: frozen, status: 'frozen', available: 0, approvals: { waiting: 1 } },
      { cardId: old, status: 'active', label: 'Books', available: 40, approvals: { waiting: 1 } },
    ])
    const { cardId: _id, last4: _last4, label: _label, status: _status, ...alone } = cards[1] as (typeof cards)[number]
    expect(alone).toEqual(await ofCard(old))
  })

  it('tells of the newest twenty cards', async () => {
    const agentId = await newAgent()
    for (let n = 0; n < 21; n += 1) await newCard(agentId)
    const { cards, hasMoreCards } = await ofAgent(agentId)
    expect([cards.length, hasMoreCards]).toEqual([20, true])
  })

  it('404 for an agent that was deleted', async () => {
    const agentId = await newAgent()
    await api.admin('deleteAgent', { params: { agentId } })
    const { status, body } = await api.admin('getAgentBudget', { params: { agentId } })
    expect([status, body.error?.code]).toEqual([404, 'agent_not_found'])
  })
})

describe('GET /customers/{customerId}/budget', () => {
  it('tells of everything beneath the customer, and nothing of others', async () => {
    const { id } = (await api.admin('createCustomer', { body: { email: 'b@example.com', limits: { total: 9_000 } } }))
      .body
    const params = { customerId: id }
    const policy = { requireApproval: true }
    const agentId = (await api.admin('createAgent', { body: { ...params, externalId: 'b', policy } })).body.id
    const card = async (more: object) => (await api.admin('createCard', { body: { ...params, ...more } })).body.id
    const [beneath, own] = [await card({ agentId }), await card({})]
    for (const cardId of [beneath, own]) {
      await buy(cardId, 400)
      await api.admin('createIntent', { params: { cardId }, body: { purpose: 'Ink' } })
    }
    expect((await api.admin('getCustomerBudget', { params })).body).toMatchObject({
      available: 8_200,
      windows: [{ kind: 'cap', level: 'customer', window: 'total', spent: 800, held: 800, remaining: 8_200 }],
      approvals: { waiting: 1 },
    })
    const stranger = await api.otherAccount()
    expect((await stranger('getCustomerBudget', { params })).status).toBe(404)
    const unknown = `cus_${'0'.repeat(26)}`
    expect((await api.admin('getCustomerBudget', { params: { customerId: unknown } })).status).toBe(404)
  })
})
