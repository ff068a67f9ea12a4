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
const nobody = (prefix: string) => `${prefix}_${'0'.repeat(26)}`
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
    expect(own?.held).toBe(40_000)
  })

  it('tells by how much more was spent than a limit allows that was lowered since', async () => {
    const customerId = await newCustomer({ limits: { total: 50_000 } })
    await buy(await newCard(customerId), 40_000)
    await api.admin('updateCustomer', { params: { customerId }, body: { limits: { total: 10_000 } } })
    expect((await budgets()).data[0]).toMatchObject({ id: customerId, limit: 10_000, spent: 40_000, remaining: 0 })
  })

  it('tells of named cards, agents and customers whatever their status: their own limit, else the cap above', async () => {
    const customerId = await newCustomer({ limits: { perMonth: 90_000 } })
    const agentId = await newAgent(customerId, { policy: { limits: { perWeek: 20_000 } } })
    const [own, plain, free] = [
      await newCard(customerId, agentId, { limits: { total: 5_000 } }),
      await newCard(customerId, agentId),
      await newCard(customerId),
    ]
    const unlimited = await newCard(await newCustomer())
    await buy(own, 4_000)
    await buy(plain, 3_000)
    await api.admin('freezeCard', { params: { cardId: own } })
    const named = (ids: readonly string[], limit = '100') =>
      api.admin('getBudgetStats', { query: { ids: ids.join(','), limit } })
    const { body } = await named([own, plain, free, unlimited, agentId, customerId, nobody('card'), nobody('cust')])
    expect(body.data.map(({ id, window, limit, spent }) => [id, window, limit, spent])).toEqual([
      [own, 'total', 5_000, 4_000],
      [plain, 'perWeek', 20_000, 3_000],
      [agentId, 'perWeek', 20_000, 3_000],
      [free, 'perMonth', 90_000, 7_000],
      [customerId, 'perMonth', 90_000, 7_000],
    ])
    expect(body.data.map(({ level, capLevel, cards }) => [level, capLevel, cards?.count])).toEqual([
      ['card', undefined, undefined],
      ['card', undefined, undefined],
      ['agent', undefined, 1], // the frozen one cannot spend
      ['card', 'customer', undefined],
      ['customer', undefined, undefined],
    ])
    expect(body.data.map(({ held }) => held)).toEqual([4_000, 3_000, 3_000, 7_000, 7_000])
    expect(body).toMatchObject({ hasMore: false, isPartial: false })
    expect((await named([own, plain], '1')).body).toMatchObject({ data: [{ id: own }], hasMore: true })
  })

  it('says of an agent with more cards than are compared that there are more', async () => {
    const customerId = await newCustomer()
    const agents: string[] = []
    for (let at = 0; at < 100; at += 1)
      agents.push(await newAgent(customerId, { policy: { limits: { perDay: 1_000 } } }))
    const [crowded = '', single = ''] = agents
    for (let at = 0; at < 5; at += 1) await newCard(customerId, crowded)
    await newCard(customerId, single)
    const { body } = await api.admin('getBudgetStats', { query: { ids: agents.join(','), limit: '100' } })
    expect(body.data.find(({ id }) => id === crowded)?.cards).toMatchObject({ count: 4, isPartial: true })
    expect(body.data.find(({ id }) => id === single)?.cards?.isPartial).toBeUndefined()
    expect(body).toMatchObject({ isPartial: true })
  })

  it('takes at most 100 ids, of customers, agents and cards alone, and tells nothing of another account', async () => {
    const other = await api.otherAccount()
    const foreign = (await other('createCustomer', { body: { email: 'f@example.com', limits: { total: 1 } } })).body.id
    expect((await other('getBudgetStats', { query: { ids: foreign } })).body.data).toHaveLength(1)
    const { data } = (await api.admin('getBudgetStats', { query: { ids: foreign, limit: '100' } })).body
    expect(data).toEqual([])
    for (const ids of [nobody('txn'), '', ',', Array.from({ length: 101 }, () => nobody('card')).join(',')])
      expect((await api.admin('getBudgetStats', { query: { ids } })).status).toBe(400)
  })

  it('leaves out who cannot spend, and other accounts', async () => {
    const customerId = await newCustomer({ limits: { total: 1 } })
    expect((await budgets()).data.map(({ id }) => id)).toContain(customerId)
    await api.admin('updateCustomer', { params: { customerId }, body: { status: 'suspended' } })
    expect((await budgets()).data.map(({ id }) => id)).not.toContain(customerId)
  })
})
