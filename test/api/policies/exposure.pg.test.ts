import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Exposure } from '../../../src/contract/resources/exposure.ts'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

let count = 0
const newCustomer = async (more: object = {}) =>
  (await api.admin('createCustomer', { body: { email: `c${(count += 1)}@example.com`, ...more } })).body.id
const newAgent = async (customerId: string, more: object = {}) =>
  (await api.admin('createAgent', { body: { customerId, externalId: `agent-${(count += 1)}`, ...more } })).body.id
const newCard = async (customerId: string, more: object = {}) =>
  (await api.admin('createCard', { body: { customerId, ...more } })).body.id
const buy = async (cardId: string, amount: number) =>
  (await api.admin('createAuthorization', { body: { cardId, amount } })).body
const ofCustomer = async (customerId: string) =>
  (await api.admin('getCustomerExposure', { params: { customerId } })).body
const ofAgent = async (agentId: string) => (await api.admin('getAgentExposure', { params: { agentId } })).body
const ofCard = async (cardId: string) => (await api.admin('getCardExposure', { params: { cardId } })).body
const mosts = ({ horizons }: Exposure) => horizons.map(({ most }) => most)

describe('GET .../exposure', () => {
  it('comes from the highest level that bounds it, else from what is beneath', async () => {
    const customerId = await newCustomer({ limits: { perDay: 1000 } })
    const agentId = await newAgent(customerId, { limits: { total: 700 } })
    const cards = []
    for (const perDay of [100, 200]) cards.push(await newCard(customerId, { agentId, policy: { limits: { perDay } } }))
    await newCard(customerId, { limits: { perMonth: 5000 } })

    const customer = await ofCustomer(customerId)
    expect(customer.horizons.map(({ until }) => until)).toEqual(['day', 'week', 'month', 'lifetime'])
    expect(customer.now).toBe(new Date(api.clock.now()).toISOString())
    // It is the last day of January, at noon: half a day, then February.
    expect(mosts(customer)).toEqual([1000, 7000, 1000, null])
    expect(customer.horizons[0]?.boundBy).toEqual([
      { level: 'customer', id: customerId, window: 'perDay', limit: 1000, remaining: 1000 },
    ])
    const agent = await ofAgent(agentId)
    expect(mosts(agent)).toEqual([300, 700, 300, 700])
    const ofCards = new Map(agent.horizons[0]?.boundBy.map(({ id, limit }) => [id, limit]))
    expect(cards.map((id) => ofCards.get(id))).toEqual([100, 200])
    expect(agent.horizons[1]?.boundBy).toEqual([
      { level: 'agent', id: agentId, window: 'total', limit: 700, remaining: 700 },
    ])
    expect(mosts(await ofCard(cards[0] ?? ''))).toEqual([100, 700, 100, 700])
  })

  it('counts what is held as room, and what was captured as gone', async () => {
    const customerId = await newCustomer()
    const id = await newCard(customerId, { limits: { total: 1000 } })
    const { transactionId } = await buy(id, 300)
    const held = await ofCard(id)
    expect(mosts(held)).toEqual([1000, 1000, 1000, 1000])
    expect(held.horizons[3]?.boundBy).toMatchObject([{ window: 'total', limit: 1000, remaining: 700 }])
    await api.admin('settleAuthorization', { params: { transactionId }, body: { amount: 200 } })
    expect(mosts(await ofCard(id))).toEqual([800, 800, 800, 800])
    await buy(id, 800)
    expect((await buy(id, 1)).decision).toBe('decline')
  })

  it('is bound by the number of purchases, and adds nothing of what cannot pay', async () => {
    const customerId = await newCustomer()
    const agentId = await newAgent(customerId)
    const policy = { limits: { perAuth: 50 } }
    const single = await newCard(customerId, { agentId, policy, usage: 'single' })
    const frozen = await newCard(customerId, { agentId, policy: { limits: { total: 5 } } })
    expect(mosts(await ofAgent(agentId))).toEqual([55, 55, 55, 55])
    await api.admin('freezeCard', { params: { cardId: frozen } })
    const bound = await ofAgent(agentId)
    expect(mosts(bound)).toEqual([50, 50, 50, 50])
    expect(bound.horizons[0]?.boundBy).toEqual([
      { level: 'card', id: single, window: 'perAuth', limit: 50, remaining: 50 },
    ])
    // Closed by its purchase, which can still be added to.
    const { transactionId } = await buy(single, 20)
    expect(mosts(await ofAgent(agentId))).toEqual([50, 50, 50, 50])
    await api.admin('settleAuthorization', { params: { transactionId } })
    expect(mosts(await ofAgent(agentId))).toEqual([0, 0, 0, 0])
    await api.admin('updateAgent', { params: { agentId }, body: { status: 'paused' } })
    expect((await ofAgent(agentId)).unapprovedMost).toBe(0)
    expect(mosts(await ofCard(await newCard(customerId)))).toEqual([null, null, null, null])
  })

  it('tells what needs no person: what is approved, matched, or below the threshold', async () => {
    const enforced = { requireIntent: true, onMissingIntent: 'decline', onIntentMismatch: 'decline' }
    const customerId = await newCustomer({ policy: { ...enforced, requireApproval: true } })
    const id = await newCard(customerId, { limits: { perDay: 9000 } })
    const unapproved = async () => (await ofCard(id)).unapprovedMost
    expect(await unapproved()).toBe(0)
    const body = { purpose: 'Ink', expectedAmount: 1000 }
    const intent = (await api.admin('createIntent', { params: { cardId: id }, body })).body
    expect(await unapproved()).toBe(0)
    await api.admin('approveIntent', { params: { intentId: intent.id } })
    expect(await unapproved()).toBe(intent.ceiling)
    await buy(id, 1000)
    expect(await unapproved()).toBe(intent.ceiling)
    await api.admin('updateCard', { params: { cardId: id }, body: { policy: { autoApproveBelow: 500 } } })
    expect(await unapproved()).toBe(9000)
    await api.admin('updateCard', { params: { cardId: id }, body: { policy: { autoApproveBelow: null } } })
    await api.admin('updateCard', { params: { cardId: id }, body: { policy: { onMissingIntent: 'flag' } } })
    expect(await unapproved()).toBe(9000)
  })

  it('404 for another account, and for another agent; an agent sees its own', async () => {
    const customerId = await newCustomer()
    const [mine, theirs] = [await newAgent(customerId), await newAgent(customerId)]
    const card = await newCard(customerId, { agentId: theirs })
    const key = await api.as('agent', mine)
    expect((await key('getAgentExposure', { params: { agentId: mine } })).status).toBe(200)
    const other = await api.otherAccount()
    for (const caller of [key, other]) {
      expect((await caller('getAgentExposure', { params: { agentId: theirs } })).status).toBe(404)
      expect((await caller('getCardExposure', { params: { cardId: card } })).status).toBe(404)
    }
    expect((await other('getCustomerExposure', { params: { customerId } })).status).toBe(404)
  })
})
