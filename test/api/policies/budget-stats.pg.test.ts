import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
const newCard = async (customerId: string, agentId?: string, more: object = {}) =>
  (await api.admin('createCard', { body: { customerId, ...(agentId && { agentId }), ...more } })).body.id
const buy = (cardId: string, amount: number) => api.admin('createAuthorization', { body: { cardId, amount } })
const budgets = async (limit = 100) => (await api.admin('getBudgetStats', { query: { limit: String(limit) } })).body

describe('GET /stats/budgets', () => {
  it('tells of each owner the limit of which most is used, in order of need', async () => {
    const customerId = await newCustomer({
      name: { business: 'Acme' },
      type: 'business',
      limits: { perMonth: 100_000 },
    })
    const tight = await newAgent(customerId, { name: 'Tight', limits: { perDay: 10_000, total: 4_000 } })
    const idle = await newAgent(customerId, { name: 'Idle', limits: { perMonth: 5_000 } })
    await newAgent(customerId, { name: 'Unlimited', limits: { perAuth: 5_000 } })
    await buy(await newCard(customerId, tight), 3_000)
    const { data, isPartial } = await budgets()
    expect(data.map(({ name, window, spent, remaining }) => [name, window, spent, remaining])).toEqual([
      ['Tight', 'total', 3_000, 1_000],
      ['Acme', 'perMonth', 3_000, 97_000],
      ['Idle', 'perMonth', 0, 5_000],
    ])
    expect(data[0]).toMatchObject({ level: 'agent', id: tight, kind: 'cap', limit: 4_000, held: 3_000 })
    expect(data[2]?.id).toBe(idle)
    expect(isPartial).toBe(false)
    expect(await budgets(1)).toMatchObject({ data: [{ id: tight }], hasMore: true })
  })

  it('counts a limit of the policy for each card: that of the tightest one, and how many have it', async () => {
    const customerId = await newCustomer()
    const agentId = await newAgent(customerId, { policy: { limits: { perWeek: 50_000 } } })
    const [first, second] = [await newCard(customerId, agentId), await newCard(customerId, agentId)]
    await newCard(customerId, agentId, { policy: { limits: { perWeek: 1_000 } } })
    await buy(first, 38_715)
    await buy(second, 40_000)
    const own = (await budgets()).data.find(({ id }) => id === agentId)
    expect(own).toMatchObject({ kind: 'policy', window: 'perWeek', limit: 50_000, spent: 40_000, remaining: 10_000 })
    expect(own?.cards).toEqual({ count: 2, tightestId: second })
  })

  it('tells by how much more was spent than a limit allows that was lowered since', async () => {
    const customerId = await newCustomer({ limits: { total: 50_000 } })
    await buy(await newCard(customerId), 40_000)
    await api.admin('updateCustomer', { params: { customerId }, body: { limits: { total: 10_000 } } })
    expect((await budgets()).data[0]).toMatchObject({ id: customerId, limit: 10_000, spent: 40_000, remaining: 0 })
  })

  it('leaves out who cannot spend, and other accounts', async () => {
    const customerId = await newCustomer({ limits: { total: 1 } })
    expect((await budgets()).data.map(({ id }) => id)).toContain(customerId)
    await api.admin('updateCustomer', { params: { customerId }, body: { status: 'suspended' } })
    expect((await budgets()).data.map(({ id }) => id)).not.toContain(customerId)
  })
})
