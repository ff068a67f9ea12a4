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

let count = 0
const register = (body: object = {}) => {
  count += 1
  return api.admin('createAgent', { body: { customerId, externalId: `agent-${count}`, ...body } })
}
const patch = (agentId: string, body: object) => api.admin('updateAgent', { params: { agentId }, body })

describe('POST /agents', () => {
  it('201: active, named after its externalId', async () => {
    const { status, body } = await register({ externalId: 'shopper' })
    expect(status).toBe(201)
    expect(resourceWithoutWarnings(body)).toEqual({
      id: expect.stringMatching(/^agt_[0-9a-hjkmnp-tv-z]{26}$/),
      name: 'shopper',
      status: 'active',
      customerId,
      externalId: 'shopper',
      limits: {},
      policy: {},
      metadata: {},
      createdAt: '2026-01-31T12:00:00.000Z',
    })
  })

  it('201: the longest externalId is a name too', async () => {
    const externalId = 'x'.repeat(255)
    const { status, body } = await register({ externalId })
    expect([status, body.name]).toEqual([201, externalId])
    expect((await patch(body.id, { name: externalId })).status).toBe(200)
    expect((await register({ externalId: `${externalId}x` })).body.error?.param).toBe('externalId')
  })

  it('200: the same externalId of the same customer answers the existing agent, unchanged', async () => {
    const first = await register({ externalId: 'again', name: 'First', policy: { requireIntent: true } })
    const second = await register({ externalId: 'again', name: 'Second', status: 'paused' })
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body).toEqual(first.body)
  })

  it('201 once and 200 for the others: ten registrations at the same time make one agent', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => register({ externalId: 'all-at-once' })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9)
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  })

  it('409 external_id_conflict: another customer of the account has that externalId; another account may use it', async () => {
    await register({ externalId: 'taken' })
    const second = await api.admin('createCustomer', { body: { email: 'b@example.com' } })
    const { status, body } = await register({ externalId: 'taken', customerId: second.body.id })
    expect([status, body.error?.code]).toEqual([409, 'external_id_conflict'])

    const other = await api.otherAccount()
    const stranger = await other('createCustomer', { body: { email: 'c@example.com' } })
    const theirs = await other('createAgent', { body: { customerId: stranger.body.id, externalId: 'taken' } })
    expect(theirs.status).toBe(201)
  })

  it('404 customer_not_found: an unknown customer and one of another account', async () => {
    const other = await api.otherAccount()
    const stranger = await other('createCustomer', { body: { email: 'c@example.com' } })
    for (const id of [stranger.body.id, 'cust_unknown']) {
      const { status, body } = await register({ customerId: id })
      expect([status, body.error?.code]).toEqual([404, 'customer_not_found'])
    }
  })

  it('400: no externalId', async () => {
    const { status, body } = await register({ externalId: undefined })
    expect([status, body.error?.param, body.error?.details]).toEqual([
      400,
      'externalId',
      { reason: 'parameter_missing' },
    ])
  })
})

describe('PATCH /agents/{agentId}', () => {
  it('200: pauses and resumes, merges objects', async () => {
    const { body } = await register({ metadata: { a: 1, b: 2 }, policy: { cooldownMinutes: 5, requireIntent: true } })
    expect((await patch(body.id, { status: 'paused' })).body.status).toBe('paused')
    const changed = await patch(body.id, { status: 'active', metadata: { a: null }, policy: { requireIntent: null } })
    expect(changed.body).toMatchObject({ status: 'active', policy: { cooldownMinutes: 5 } })
    expect([changed.body.metadata, changed.body.policy]).toEqual([{ b: 2 }, { cooldownMinutes: 5 }])
  })

  it('409 agent_disabled: disabled is final; name and metadata may still change', async () => {
    const { body } = await register({ status: 'disabled' })
    for (const change of [{ status: 'active' }, { status: 'paused' }, { policy: {} }, { limits: null }]) {
      const refused = await patch(body.id, { name: 'x', ...change })
      expect([refused.status, refused.body.error?.code]).toEqual([409, 'agent_disabled'])
    }
    const renamed = await patch(body.id, { name: 'Late', metadata: { note: 1 }, status: 'disabled' })
    expect([renamed.status, renamed.body.name, renamed.body.metadata]).toEqual([200, 'Late', { note: 1 }])
  })
})

describe('DELETE /agents/{agentId}', () => {
  it('200, then 404: disabled with deletedAt, its cards closed, its keys ended, its externalId free', async () => {
    const agent = (await register({ externalId: 'short-lived' })).body
    const key = await api.as('agent', agent.id)
    const card = async (agentId?: string) => (await api.admin('createCard', { body: { customerId, agentId } })).body.id
    const [own, alsoOwn, another] = [await card(agent.id), await card(agent.id), await card()]
    await api.admin('freezeCard', { params: { cardId: alsoOwn } })

    const deleted = await api.admin('deleteAgent', { params: { agentId: agent.id } })
    expect(deleted.status).toBe(200)
    expect(deleted.body).toEqual({
      ...resourceWithoutWarnings(agent),
      status: 'disabled',
      deletedAt: '2026-01-31T12:00:00.000Z',
    })

    const statuses = await Promise.all(
      [own, alsoOwn, another].map(async (cardId) => (await api.admin('getCard', { params: { cardId } })).body.status),
    )
    expect(statuses).toEqual(['closed', 'closed', 'active'])
    const closings = await api.admin('listEvents', { query: { type: 'card.closed' } })
    const told = new Map(closings.body.data.map(({ data }) => [data['cardId'], data['reason']]))
    expect(told).toEqual(new Map([own, alsoOwn].map((cardId) => [cardId, 'agent_deleted'])))
    const later = await Promise.all([
      api.admin('getAgent', { params: { agentId: agent.id } }),
      api.admin('deleteAgent', { params: { agentId: agent.id } }),
      api.admin('updateAgent', { params: { agentId: agent.id }, body: {} }),
      api.admin('createCard', { body: { customerId, agentId: agent.id } }),
      api.admin('createApiKey', { body: { name: 'x', role: 'agent', agentId: agent.id } }),
    ])
    expect(later.map(({ status, body }) => [status, body.error?.code])).toEqual(
      Array.from({ length: 5 }, () => [404, 'agent_not_found']),
    )
    expect((await api.admin('listAgents', { query: { externalId: 'short-lived' } })).body.data).toEqual([])
    const keys = (await api.admin('listApiKeys')).body.data.filter((listed) => listed.agentId === agent.id)
    expect(keys.map((listed) => listed.revokedAt)).toEqual(['2026-01-31T12:00:00.000Z'])
    expect((await key('listCards')).status).toBe(401)
    expect((await register({ externalId: 'short-lived' })).status).toBe(201)
  })

  it('200 or 409 or 404, never an open card: cards issued while the agent is deleted are closed with it', async () => {
    const agent = (await register()).body
    const [, ...issued] = await Promise.all([
      api.admin('deleteAgent', { params: { agentId: agent.id } }),
      ...Array.from({ length: 8 }, () => api.admin('createCard', { body: { customerId, agentId: agent.id } })),
    ])
    expect(new Set(issued.map(({ status }) => status)).difference(new Set([201, 404]))).toEqual(new Set())
    const open = await api.admin('listCards', { query: { agentId: agent.id, status: 'active' } })
    expect(open.body.data).toEqual([])
  })
})

describe('a key of the role agent', () => {
  it('200 for its own agent and cards, 404 for another, empty lists as a filter', async () => {
    const [mine, theirs] = [(await register()).body, (await register()).body]
    const card = async (agentId: string) => (await api.admin('createCard', { body: { customerId, agentId } })).body.id
    const [myCard, theirCard] = [await card(mine.id), await card(theirs.id)]
    const key = await api.as('agent', mine.id)

    expect((await key('getAgent', { params: { agentId: mine.id } })).status).toBe(200)
    expect((await key('getCard', { params: { cardId: myCard } })).status).toBe(200)
    expect((await key('getAgent', { params: { agentId: theirs.id } })).status).toBe(404)
    expect((await key('getCard', { params: { cardId: theirCard } })).status).toBe(404)
    expect((await key('freezeCard', { params: { cardId: theirCard } })).status).toBe(404)
    expect((await key('freezeCard', { params: { cardId: myCard } })).body.status).toBe('frozen')
    expect((await key('listAgents')).body.data.map(({ id }) => id)).toEqual([mine.id])
    expect((await key('listCards')).body.data.map(({ id }) => id)).toEqual([myCard])
    expect((await key('listCards', { query: { agentId: theirs.id } })).body.data).toEqual([])
    expect((await key('unfreezeCard', { params: { cardId: myCard } })).status).toBe(403)
  })
})
