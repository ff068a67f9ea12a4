import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
let customerId: string
let agentId: string
let cardId: string
beforeAll(async () => {
  api = await startApi()
  customerId = await customer('a@example.com', { policy: { limits: { perDay: 1000 } }, limits: { perMonth: 5000 } })
  agentId = await agent(customerId)
  cardId = (await api.admin('createCard', { body: { customerId, agentId, limits: { total: 700 } } })).body.id
  await api.admin('createAuthorization', { body: { cardId, amount: 300 } })
})
afterAll(() => api.stop())

const customer = async (email: string, body: object = {}) =>
  (await api.admin('createCustomer', { body: { email, ...body } })).body.id
const agent = async (owner: string, externalId = 'shopper') =>
  (await api.admin('createAgent', { body: { customerId: owner, externalId } })).body.id
const evaluate = (body: object, caller = api.admin) => caller('evaluateSpend', { body })

describe('POST /spend/evaluate', () => {
  it('200 approve: what it decides, and from what', async () => {
    const { status, body } = await evaluate({ cardId, amount: 200, currency: 'usd', merchant: { name: 'Ink Shop' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ decision: 'approve', reasons: [] })
    expect(body.context).toEqual({
      customerId,
      agentId,
      cardId,
      amount: 200,
      currency: 'USD',
      available: 400,
      spendStats: { totalDay: 300, totalMonth: 300, lastSpendAt: api.clock.now() },
      policy: expect.objectContaining({ limits: { perDay: 1000 }, requireIntent: false }),
    })
    expect(body).not.toHaveProperty('trace')
  })

  it('200 decline: as the network door would, and without an effect', async () => {
    const asked = { cardId, amount: 401, merchant: { name: 'Ink Shop', mcc: '5734' } }
    const { body } = await evaluate(asked)
    expect(body.reasons).toMatchObject([{ code: 'limit_exceeded', level: 'card', window: 'total' }])
    const before = await api.admin('getCardPolicy', { params: { cardId } })
    const answer = (await api.admin('createAuthorization', { body: asked })).body
    expect(answer).toMatchObject({ decision: body.decision, reasons: body.reasons, flags: body.flags })
    expect((await api.admin('getCardPolicy', { params: { cardId } })).body).toEqual(before.body)
  })

  it('200: without a card its rules are skipped and totals are those of the level given', async () => {
    const ofAgent = (await evaluate({ agentId, amount: 900 })).body
    expect(ofAgent).toMatchObject({
      decision: 'decline',
      context: { agentId, customerId, spendStats: { totalDay: 300 } },
    })
    expect(ofAgent.context).not.toHaveProperty('cardId')
    const second = await agent(customerId, 'idle')
    const idle = (await evaluate({ agentId: second, amount: 900 })).body
    expect(idle).toMatchObject({ decision: 'approve', context: { spendStats: { totalDay: 0, totalMonth: 0 } } })
    expect(idle.context.spendStats).not.toHaveProperty('lastSpendAt')
    const whole = (await evaluate({ customerId, amount: 700 })).body
    expect(whole).toMatchObject({ decision: 'approve', context: { available: 700, spendStats: { totalDay: 300 } } })
    expect(whole.context).not.toHaveProperty('agentId')
  })

  it('200: every rule that was checked with ?trace=true', async () => {
    const { body } = await api.admin('evaluateSpend', { query: { trace: 'true' }, body: { cardId, amount: 1 } })
    expect(body.trace?.map(({ passed }) => passed)).toEqual(body.trace?.map(() => true))
    expect(body.trace).toContainEqual(expect.objectContaining({ rule: 'limits.total', level: 'card', limit: 700 }))
  })

  it('200 decline: a suspended customer, a paused agent and a foreign currency are all named', async () => {
    const owner = await customer('s@example.com', { status: 'suspended' })
    const paused = await agent(owner, 'paused')
    await api.admin('updateAgent', { params: { agentId: paused }, body: { status: 'paused' } })
    const { body } = await evaluate({ agentId: paused, amount: 1, currency: 'eur' })
    expect(body.reasons.map(({ code }) => code)).toEqual([
      'customer_not_active',
      'agent_not_active',
      'currency_not_supported',
    ])
    expect(body.context.currency).toBe('EUR')
  })

  it('400 and 404: what is missing, unknown, foreign or does not belong together', async () => {
    const second = await customer('b@example.com')
    const secondAgent = await agent(second, 'second')
    const other = await api.otherAccount()
    const stranger = (await other('createCustomer', { body: { email: 'c@example.com' } })).body.id
    const cases: [object, number, string, string?][] = [
      [{}, 400, 'invalid_request', 'parameter_missing'],
      [{ cardId, agentId: secondAgent }, 400, 'invalid_request', 'id_mismatch'],
      [{ cardId, customerId: second }, 400, 'invalid_request', 'id_mismatch'],
      [{ agentId, customerId: second }, 400, 'invalid_request', 'id_mismatch'],
      [{ cardId, customerId: stranger }, 404, 'customer_not_found'],
      [{ cardId, agentId: 'agt_x' }, 404, 'agent_not_found'],
      [{ cardId: 'card_x' }, 404, 'card_not_found'],
      [{ customerId: stranger }, 404, 'customer_not_found'],
      [{ cardId, agentId, customerId }, 200, 'approve'],
    ]
    for (const [named, ...expected] of cases) {
      const { status, body } = await evaluate({ amount: 1, ...named })
      const said = [status, body.error?.code ?? body.decision, body.error?.details?.['reason']]
      expect(said.slice(0, expected.length)).toEqual(expected)
    }
  })

  it.each([0, -1, 1.5, '100', 2 ** 53, null])('400: amount %j', async (amount) => {
    const { status, body } = await evaluate({ cardId, amount })
    expect([status, body.error?.param]).toEqual([400, 'amount'])
  })

  it('200 and 404: a key of the role agent asks about its agent and cards, not about its customer or others', async () => {
    const key = await api.as('agent', agentId)
    const another = await agent(customerId, 'another')
    const foreign = await customer('d@example.com')
    const statuses = async (...asked: object[]) =>
      Promise.all(asked.map(async (named) => (await evaluate({ amount: 1, ...named }, key)).status))
    expect(await statuses({ cardId }, { agentId }, { cardId, agentId, customerId })).toEqual([200, 200, 200])
    expect(await statuses({ customerId }, { agentId: another }, { cardId, agentId: another })).toEqual([404, 404, 404])
    expect(await statuses({ cardId, customerId: foreign })).toEqual([404])
  })
})

describe('GET .../policy', () => {
  it('200: the effective policy with its sources, and what each cap has left', async () => {
    const { status, body } = await api.admin('getCardPolicy', { params: { cardId } })
    expect(status).toBe(200)
    expect(body.sources).toMatchObject({ 'limits.perDay': 'customer', requireIntent: 'default' })
    expect(body.limits).toEqual([
      { kind: 'policy', level: 'customer', window: 'perDay', limit: 1000, spent: 300, remaining: 700 },
      { kind: 'cap', level: 'customer', window: 'perMonth', limit: 5000, spent: 300, remaining: 4700 },
      { kind: 'cap', level: 'card', window: 'total', limit: 700, spent: 300, remaining: 400 },
    ])
  })

  it('200: of an agent and of a customer, without the levels below', async () => {
    const ofAgent = await api.admin('getAgentPolicy', { params: { agentId } })
    const ofCustomer = await api.admin('getCustomerPolicy', { params: { customerId } })
    for (const { status, body } of [ofAgent, ofCustomer]) {
      expect([status, body.limits.map(({ window }) => window)]).toEqual([200, ['perDay', 'perMonth']])
    }
  })

  it('404: for the agent key of another agent', async () => {
    const key = await api.as('agent', await agent(customerId, 'stranger'))
    expect((await key('getCardPolicy', { params: { cardId } })).body.error?.code).toBe('card_not_found')
    expect((await key('getAgentPolicy', { params: { agentId } })).body.error?.code).toBe('agent_not_found')
  })
})
