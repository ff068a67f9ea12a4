import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceWithoutWarnings } from '../../support/records/record-of.ts'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
let customerId: string
beforeAll(async () => {
  api = await startApi()
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
})
afterAll(() => api.stop())

const create = (body: object = {}) => api.admin('createCard', { body: { customerId, ...body } })
const card = async (body: object = {}) => (await create(body)).body
const patch = (cardId: string, body: object) => api.admin('updateCard', { params: { cardId }, body })
const act = (name: 'freezeCard' | 'unfreezeCard' | 'closeCard', cardId: string) =>
  api.admin(name, { params: { cardId } })
const eventsOf = async (cardId: string) => {
  const { body } = await api.admin('listEvents', { query: { limit: '100' } })
  return body.data
    .filter(({ data }) => data['cardId'] === cardId)
    .map(({ type, data }) => [type, data['status'], data['reason']])
    .toReversed()
}
const address = { line1: '1 Main St', city: 'Berlin', postalCode: '10115', country: 'DE' }

describe('POST /cards', () => {
  it('201: virtual, reusable and active by default; nothing spent, no number in the answer', async () => {
    const { status, body, text } = await create()
    expect(status).toBe(201)
    expect(resourceWithoutWarnings(body)).toEqual({
      id: expect.stringMatching(/^card_[0-9a-hjkmnp-tv-z]{26}$/),
      customerId,
      agentId: null,
      type: 'virtual',
      usage: 'multi',
      status: 'active',
      currency: 'USD',
      last4: expect.stringMatching(/^\d{4}$/),
      expMonth: '01',
      expYear: '2030',
      limits: {},
      merchantLock: null,
      expiresAt: null,
      lastSpendAt: null,
      firstSpendAt: null,
      singleUseConsumedAt: null,
      policy: {},
      createdAt: '2026-01-31T12:00:00.000Z',
    })
    expect(text).not.toMatch(/\d{12,19}/)
    expect(await eventsOf(body.id)).toEqual([['card.created', 'active', undefined]])
  })

  it('201: with every field, and both TTLs: the earlier one expires it', async () => {
    const sent = {
      type: 'physical',
      usage: 'single',
      billing: address,
      shipping: { ...address, line2: 'c/o Ada', state: 'BE' },
      configuration: { color: 'black', z: 1, a: 2 },
      policy: { ttlDays: 2, ttlMinutes: 90, maxAmount: 100 },
      limits: { perAuth: 5, total: 50 },
    }
    const { status, body } = await create({ ...sent, status: 'locked' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...sent, status: 'frozen', expiresAt: '2026-01-31T13:30:00.000Z' })
    expect((await api.admin('getCard', { params: { cardId: body.id } })).body).toEqual(resourceWithoutWarnings(body))
    expect(await eventsOf(body.id)).toEqual([['card.created', 'frozen', undefined]])
  })

  it.each([['closed'], ['canceled'], ['cancelled']])('400: created %s', async (status) => {
    const answer = await create({ status })
    expect([answer.status, answer.body.error?.param]).toEqual([400, 'status'])
  })

  it('400 id_mismatch, 404 or 409: the agent is of another customer, unknown, foreign or disabled', async () => {
    const second = (await api.admin('createCustomer', { body: { email: 'b@example.com' } })).body.id
    const other = await api.otherAccount()
    const stranger = (await other('createCustomer', { body: { email: 'c@example.com' } })).body.id
    const agent = async (caller: typeof other, owner: string, status = 'active') =>
      (await caller('createAgent', { body: { customerId: owner, externalId: `${owner}-${status}`, status } })).body.id
    const cases = [
      [await agent(api.admin, second), 400, 'invalid_request', 'id_mismatch'],
      ['agt_unknown', 404, 'agent_not_found', undefined],
      [await agent(other, stranger), 404, 'agent_not_found', undefined],
      [await agent(api.admin, customerId, 'disabled'), 409, 'agent_disabled', undefined],
    ] as const
    for (const [agentId, status, code, reason] of cases) {
      const { body, ...answer } = await create({ agentId })
      expect([answer.status, body.error?.code, body.error?.details?.['reason']]).toEqual([status, code, reason])
    }
    const paused = await agent(api.admin, customerId, 'paused')
    expect((await create({ agentId: paused })).status).toBe(201)
    expect((await create({ customerId: stranger })).body.error?.code).toBe('customer_not_found')
  })
})

describe('freeze, unfreeze and close', () => {
  it('200: repeating an action changes nothing and tells nothing', async () => {
    const { id } = await card()
    const statuses = []
    for (const name of [
      'freezeCard',
      'freezeCard',
      'unfreezeCard',
      'unfreezeCard',
      'closeCard',
      'closeCard',
    ] as const) {
      const { status, body } = await act(name, id)
      statuses.push([status, body.status])
    }
    expect(statuses).toEqual(['frozen', 'frozen', 'active', 'active', 'closed', 'closed'].map((word) => [200, word]))
    expect(await eventsOf(id)).toEqual([
      ['card.created', 'active', undefined],
      ['card.frozen', 'frozen', 'requested'],
      ['card.unfrozen', 'active', undefined],
      ['card.closed', 'closed', 'requested'],
    ])
  })

  it('200 for all and one event: ten freezes at the same time', async () => {
    const { id } = await card()
    const answers = await Promise.all(Array.from({ length: 10 }, () => act('freezeCard', id)))
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual(answers.map(() => [200, 'frozen']))
    expect((await eventsOf(id)).map(([type]) => type)).toEqual(['card.created', 'card.frozen'])
  })

  it('409 card_closed: closed is final', async () => {
    const { id } = await card()
    await act('closeCard', id)
    for (const name of ['freezeCard', 'unfreezeCard'] as const) {
      const { status, body } = await act(name, id)
      expect([status, body.error?.code]).toEqual([409, 'card_closed'])
    }
  })

  it('200 for an approver who freezes, 403 for one who unfreezes, 403 for a reader', async () => {
    const { id } = await card()
    const [approver, reader] = [await api.as('approver'), await api.as('read')]
    expect((await reader('freezeCard', { params: { cardId: id } })).status).toBe(403)
    expect((await approver('freezeCard', { params: { cardId: id } })).status).toBe(200)
    expect((await approver('unfreezeCard', { params: { cardId: id } })).status).toBe(403)
  })
})

describe('PATCH /cards/{cardId}', () => {
  it('200: `status` does what the action does, under every name it has', async () => {
    const { id } = await card()
    const path = ['locked', 'frozen', 'active', 'frozen', 'cancelled', 'closed', 'canceled']
    const statuses = []
    for (const status of path) statuses.push((await patch(id, { status })).body.status)
    expect(statuses).toEqual(['frozen', 'frozen', 'active', 'frozen', 'closed', 'closed', 'closed'])
    expect((await eventsOf(id)).map(([type]) => type)).toEqual([
      'card.created',
      'card.frozen',
      'card.unfrozen',
      'card.frozen',
      'card.closed',
    ])
  })

  it('200: merges objects, in one step with the status', async () => {
    const { id } = await card({
      policy: { limits: { perDay: 5 }, allowedMccs: ['1111'] },
      limits: { perDay: 9 },
      billing: { ...address, line2: 'x' },
      configuration: { a: { b: 1, c: 2 } },
    })
    const { status, body } = await patch(id, {
      status: 'frozen',
      usage: 'single',
      policy: { limits: { perDay: null, total: 3 }, allowedMccs: [], ttlMinutes: 1 },
      limits: { interval: 'allTime', amount: 7 },
      billing: { line2: null, city: 'Bonn' },
      configuration: { a: { b: null } },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'frozen', usage: 'single', expiresAt: '2026-01-31T12:01:00.000Z' })
    expect(body.policy).toEqual({ limits: { total: 3 }, allowedMccs: [], ttlMinutes: 1 })
    expect(body.limits).toEqual({ perDay: 9, total: 7 })
    expect(body.billing).toEqual({ ...address, city: 'Bonn' })
    expect(body.configuration).toEqual({ a: { c: 2 } })
    const emptied = await patch(id, { policy: null, billing: null, configuration: null })
    expect(emptied.body).toMatchObject({ policy: {}, expiresAt: null })
    expect(emptied.body).not.toHaveProperty('billing')
    expect(emptied.body).not.toHaveProperty('configuration')
  })

  it.each<[string, object, string]>([
    ['an address that is not whole', { billing: { line1: '1 Main St' } }, 'billing.city'],
    ['a field of an address that must stay', { billing: { ...address, city: null } }, 'billing.city'],
    ['another customer', { customerId: 'cust_x' }, 'customerId'],
    ['an agent', { agentId: 'agt_x' }, 'agentId'],
    ['a status that is none', { status: 'lost' }, 'status'],
    ['a negative limit', { limits: { perDay: -1 } }, 'limits.perDay'],
    ['a misspelt policy field', { policy: { requireintent: true } }, 'policy.requireintent'],
  ])('400: %s', async (_what, body, param) => {
    const { id } = await card()
    const answer = await patch(id, body)
    expect([answer.status, answer.body.error?.param]).toEqual([400, param])
  })

  it('409 card_closed: of a closed card only nothing, or closing it alone, is a 200 without change', async () => {
    const { id } = await card()
    const closed = (await act('closeCard', id)).body
    for (const body of [{}, { status: 'closed' }, { status: 'canceled' }, { status: 'cancelled' }]) {
      const answer = await patch(id, body)
      expect([answer.status, resourceWithoutWarnings(answer.body)]).toEqual([200, closed])
    }
    const refused = [{ status: 'active' }, { status: 'frozen' }, { policy: {} }, { status: 'closed', usage: 'single' }]
    for (const body of refused) {
      const answer = await patch(id, body)
      expect([answer.status, answer.body.error?.code]).toEqual([409, 'card_closed'])
    }
  })
})

describe('GET /cards', () => {
  it('200: filters by customer, agent and status; unknown ids give an empty list', async () => {
    const owner = (await api.admin('createCustomer', { body: { email: 'd@example.com' } })).body.id
    const agentId = (await api.admin('createAgent', { body: { customerId: owner, externalId: 'filter' } })).body.id
    const plain = await card({ customerId: owner })
    const frozen = await card({ customerId: owner, agentId, status: 'frozen' })
    const found = async (query: Record<string, string>) =>
      (await api.admin('listCards', { query })).body.data.map(({ id }) => id)
    expect(await found({ customerId: owner })).toEqual([frozen.id, plain.id])
    expect(await found({ agentId })).toEqual([frozen.id])
    expect(await found({ customerId: owner, status: 'locked' })).toEqual([frozen.id])
    expect(await found({ customerId: owner, status: 'active' })).toEqual([plain.id])
    expect(await found({ customerId: 'cust_unknown' })).toEqual([])
  })

  it('404: a card of another account cannot be told from one that never was, byte for byte', async () => {
    const { id } = await card()
    const other = await api.otherAccount()
    const requests = [
      ['getCard', undefined],
      ['updateCard', {}],
      ['freezeCard', undefined],
      ['unfreezeCard', undefined],
      ['closeCard', undefined],
      ['getCardPolicy', undefined],
    ] as const
    for (const [name, body] of requests) {
      const ask = async (cardId: string) =>
        (await other(name, { params: { cardId }, body })).text.replace(/req_\w+/, '')
      const foreign = await ask(id)
      expect(JSON.parse(foreign)).toMatchObject({ error: { code: 'card_not_found' } })
      expect(await ask(`card_${'0'.repeat(26)}`)).toBe(foreign)
      expect(await ask('card_nonsense')).toBe(foreign)
    }
  })
})
