import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_WAITING_CHANGE_REQUESTS } from '../../../src/contract/resources/change-requests.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/lib/clock.ts'
import { createSweeper } from '../../../src/sweeps/sweeper.ts'
import { verifyDifferencesOf } from '../../support/differences.ts'
import { type Api, type Caller, startApi } from '../typed-api.ts'

let api: Api
let customerId: string
beforeAll(async () => {
  api = await startApi()
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
})
afterAll(() => api.stop())

let count = 0
/** An agent with a card, and its key. */
async function newAgent(policy: object = {}, ofCustomer = customerId) {
  count += 1
  const agent = { customerId: ofCustomer, externalId: `agent-${count}`, name: 'Buyer' }
  const agentId = (await api.admin('createAgent', { body: agent })).body.id
  const card = { customerId: ofCustomer, agentId, policy, label: 'Office' }
  const cardId = (await api.admin('createCard', { body: card })).body.id
  return { agentId, cardId, own: await api.as('agent', agentId) }
}
const ask = (caller: Caller, body: object) => caller('createChangeRequest', { body: { why: 'Ink', ...body } })
const of = (changeRequestId: string) => ({ params: { changeRequestId } })
const approve = (id: string, caller: Caller = api.admin, body?: object) =>
  caller('approveChangeRequest', { ...of(id), body })
const read = async (id: string) => (await api.admin('getChangeRequest', of(id))).body
const cardOf = async (cardId: string) => (await api.admin('getCard', { params: { cardId } })).body
const buy = async (cardId: string, body: object) =>
  (await api.admin('createAuthorization', { body: { cardId, ...body } })).body
const eventsOf = async (type: string) =>
  (await api.admin('listEvents', { query: { type, limit: '1' } })).body.data.map(({ data }) => data)

describe('what is asked for', () => {
  it('is told with what it would change, and changes nothing until somebody agrees', async () => {
    const { agentId, cardId, own } = await newAgent({ limits: { perAuth: 5000, perDay: 9000 } })
    const { transactionId } = await buy(cardId, { amount: 6000 })
    const wanted = { policy: { limits: { perAuth: 6000 } } }
    const { status, body } = await ask(own, { cardId, wanted, why: 'A desk', transactionId, ttlMinutes: 60 })
    expect([status, body]).toMatchObject([
      201,
      {
        level: 'card',
        status: 'pending',
        customerId,
        agentId,
        cardId,
        agentName: 'Buyer',
        cardLabel: 'Office',
        wanted,
        why: 'A desk',
        transactionId,
        changes: [
          {
            path: 'policy.limits',
            before: { perAuth: 5000, perDay: 9000 },
            after: { perAuth: 6000, perDay: 9000 },
          },
        ],
        warnings: [{ code: 'origins_not_bounded' }],
        approvalUrl: `https://purser.example.com/approvals/${body.id}`,
        expiresAt: '2026-01-31T13:00:00.000Z',
      },
    ])
    expect(await read(body.id)).toEqual(body)
    expect((await cardOf(cardId)).policy.limits).toEqual({ perAuth: 5000, perDay: 9000 })
    expect(await eventsOf('change_request.created')).toMatchObject([
      { changeRequestId: body.id, wanted, why: 'A desk' },
    ])
  })

  it('follows what others change meanwhile', async () => {
    const { cardId, own } = await newAgent({ allowedMerchants: ['Uber'], blockedCountries: ['DE'] })
    const { id } = (await ask(own, { cardId, wanted: { allow: { merchant: 'GitHub', country: 'de' } } })).body
    await api.admin('updateCard', { params: { cardId }, body: { policy: { allowedMerchants: ['Uber', 'Lyft'] } } })
    expect((await read(id)).changes).toEqual([
      { path: 'policy.allowedMerchants', before: ['Uber', 'Lyft'], after: ['Uber', 'Lyft', 'GitHub'] },
      { path: 'policy.blockedCountries', before: ['DE'], after: [] },
    ])
    expect((await buy(cardId, { amount: 1, merchant: { name: 'GITHUB', country: 'DE' } })).decision).toBe('decline')
    await approve(id)
    expect((await cardOf(cardId)).policy.allowedMerchants).toEqual(['Uber', 'Lyft', 'GitHub'])
    expect((await buy(cardId, { amount: 1, merchant: { name: 'GITHUB', country: 'DE' } })).decision).toBe('approve')
  })

  it.each<[string, object, string, RegExp]>([
    ['how its owner watches', { policy: { requireApproval: false } }, 'wanted.policy.requireApproval', /watch/],
    ['four eyes', { policy: { requireSeparateApprover: null } }, 'wanted.policy.requireSeparateApprover', /watch/],
    ['the threshold', { policy: { autoApproveBelow: 100 } }, 'wanted.policy.autoApproveBelow', /watch/],
    ['a whole list', { policy: { allowedMerchants: ['X'] } }, 'wanted.policy.allowedMerchants', /list/],
    ['a closed card', { status: 'closed' }, 'wanted.status', /must be one of active/],
    ['another shadow', { shadowPolicy: {} }, 'wanted.shadowPolicy', /not known/],
    ['what is so already', { policy: { limits: { perAuth: 5000 } } }, 'wanted', /holds already/],
    ['nothing', {}, 'wanted', /holds already/],
    ['half of a rule', { policy: { activeHours: { from: '09:00' } } }, 'wanted.policy.activeHours.timezone', /missing/],
  ])('is never %s', async (_, wanted, param, message) => {
    const { cardId, own } = await newAgent({ limits: { perAuth: 5000 } })
    const { status, body } = await ask(own, { cardId, wanted })
    expect([status, body.error]).toMatchObject([400, { code: 'invalid_request', param }])
    expect(body.error?.message).toMatch(message)
    expect((await api.admin('listChangeRequests', { query: { cardId } })).body.data).toEqual([])
  })

  it.each<[string, (own: { cardId: string; agentId: string }, other: string) => object, string]>([
    ['a card and an agent', ({ cardId, agentId }) => ({ cardId, agentId }), 'cardId'],
    ['neither', () => ({}), 'cardId'],
    ["another card's purchase", ({ cardId }, transactionId) => ({ cardId, transactionId }), 'transactionId'],
    [
      'a purchase twice',
      ({ cardId }, transactionId) => ({ cardId, transactionId, purchase: { amount: 1 } }),
      'purchase',
    ],
  ])('names one thing: not %s', async (_, named, param) => {
    const own = await newAgent()
    const second = (await api.admin('createCard', { body: { customerId, agentId: own.agentId } })).body.id
    const { transactionId } = await buy(second, { amount: 100 })
    const { status, body } = await ask(own.own, { ...named(own, transactionId), wanted: { limits: { perDay: 1 } } })
    expect([status, body.error?.param]).toEqual([400, param])
  })

  it('is not a card that is closed, nor an agent that is disabled', async () => {
    const { cardId, agentId } = await newAgent()
    const wanted = { limits: { perDay: 1 } }
    const [ofCard, ofAgent] = [await ask(api.admin, { cardId, wanted }), await ask(api.admin, { agentId, wanted })]
    await api.admin('closeCard', { params: { cardId } })
    await api.admin('updateAgent', { params: { agentId }, body: { status: 'disabled' } })
    const answers = [
      await ask(api.admin, { cardId, wanted }),
      await ask(api.admin, { agentId, wanted }),
      await approve(ofCard.body.id),
      await approve(ofAgent.body.id),
    ]
    const codes = answers.map(({ body }) => body.error?.code)
    expect(codes).toEqual(['card_closed', 'agent_disabled', 'card_closed', 'agent_disabled'])
    expect((await read(ofCard.body.id)).changes).toEqual([])
  })

  it('of others is not there, and not seen', async () => {
    const [mine, yours] = [await newAgent(), await newAgent()]
    const { id } = (await ask(yours.own, { cardId: yours.cardId, wanted: { limits: { perDay: 1 } } })).body
    const wanted = { limits: { perDay: 2 } }
    const foreign = await api.otherAccount()
    const codes = [
      (await ask(mine.own, { cardId: yours.cardId, wanted })).body.error?.code,
      (await ask(mine.own, { agentId: yours.agentId, wanted })).body.error?.code,
      (await mine.own('getChangeRequest', of(id))).body.error?.code,
      (await mine.own('cancelChangeRequest', of(id))).body.error?.code,
      (await approve(id, foreign)).body.error?.code,
      (await approve(id, yours.own)).body.error?.code,
    ]
    expect(codes).toEqual([
      'card_not_found',
      'agent_not_found',
      'change_request_not_found',
      'change_request_not_found',
      'change_request_not_found',
      'insufficient_permissions',
    ])
    expect((await mine.own('listChangeRequests')).body.data).toEqual([])
    expect((await foreign('listChangeRequests')).body.data).toEqual([])
    expect((await yours.own('listChangeRequests')).body.data).toMatchObject([{ id }])
  })

  it('waits so often for each agent, over all its cards', async () => {
    const { agentId, cardId, own } = await newAgent()
    const ids: string[] = []
    for (let perDay = 1; perDay <= MAX_WAITING_CHANGE_REQUESTS; perDay += 1) {
      ids.push((await ask(own, { ...(perDay % 2 ? { cardId } : { agentId }), wanted: { limits: { perDay } } })).body.id)
    }
    const more = () => ask(own, { agentId, wanted: { limits: { perDay: 0 } } })
    expect((await more()).body.error?.code).toBe('change_request_conflict')
    await own('cancelChangeRequest', of(ids[0] ?? ''))
    expect((await more()).status).toBe(201)
  })
})

describe('the same again', () => {
  const wanted = { limits: { perDay: 500 } }

  it('is the request that waits, or that was rejected, until that expires', async () => {
    const { cardId, own } = await newAgent()
    const first = await ask(own, { cardId, wanted })
    const again = await ask(own, { cardId, wanted, why: 'Please' })
    expect([again.status, again.body]).toEqual([200, first.body])
    await api.admin('rejectChangeRequest', { ...of(first.body.id), body: { note: 'No' } })
    expect(await ask(own, { cardId, wanted })).toMatchObject({ status: 200, body: { status: 'rejected', note: 'No' } })
    api.clock.time += DAY_MS
    expect(await ask(own, { cardId, wanted })).toMatchObject({ status: 201, body: { status: 'pending' } })
  })

  it('of two at once is one', async () => {
    const { cardId, own } = await newAgent()
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(own, { cardId, wanted })))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201])
  })

  it('is answered as approved while that holds, and is new once the owner has taken it back', async () => {
    const { cardId, own } = await newAgent()
    const { id } = (await ask(own, { cardId, wanted })).body
    await approve(id)
    expect(await ask(own, { cardId, wanted })).toMatchObject({ status: 200, body: { id, status: 'approved' } })
    await api.admin('updateCard', { params: { cardId }, body: { limits: { perDay: 100 } } })
    expect(await ask(own, { cardId, wanted })).toMatchObject({ status: 201, body: { status: 'pending' } })
  })
})

describe('a decision', () => {
  it('to approve makes the change as a PATCH would: events, audit entries, warnings, all at once', async () => {
    const { cardId, own } = await newAgent({ maxAmount: 500 })
    await api.admin('freezeCard', { params: { cardId } })
    const wanted = { policy: { maxAmount: null }, limits: { perDay: 70_000 }, status: 'active' }
    const { id } = (await ask(own, { cardId, wanted })).body
    const { status, body } = await approve(id, await api.as('approver'), { note: 'For once' })
    expect([status, body]).toMatchObject([
      200,
      {
        id,
        status: 'approved',
        note: 'For once',
        decidedBy: expect.stringMatching(/^key_/) as string,
        changes: [
          { path: 'policy.maxAmount', before: 500, after: null },
          { path: 'status', before: 'frozen', after: 'active' },
          { path: 'limits.perDay', before: null, after: 70_000 },
        ],
        warnings: [{ code: 'origins_not_bounded' }],
      },
    ])
    expect(body).not.toHaveProperty('approvalUrl')
    const { warnings: _warnings, ...kept } = body
    expect(await read(id)).toEqual(kept)
    expect(await cardOf(cardId)).toMatchObject({ status: 'active', policy: {}, limits: { perDay: 70_000 } })
    expect(await eventsOf('policy.changed')).toMatchObject([{ cardId, changed: ['policy.maxAmount', 'limits.perDay'] }])
    expect(await eventsOf('card.unfrozen')).toMatchObject([{ cardId }])
    expect(await eventsOf('change_request.approved')).toMatchObject([{ changeRequestId: id, note: 'For once' }])
    const entries = async (resourceId: string) => (await api.admin('listAudit', { query: { resourceId } })).body.data
    expect((await entries(cardId)).slice(0, 2)).toMatchObject([
      { operation: 'approveChangeRequest', changes: [{ path: 'status', after: 'active' }] },
      { operation: 'approveChangeRequest', changes: [{ path: 'policy.maxAmount' }, { path: 'limits.perDay' }] },
    ])
    expect(await entries(id)).toMatchObject([
      { operation: 'approveChangeRequest', resource: { type: 'change_request', id } },
      { operation: 'createChangeRequest', actor: { name: 'agent' } },
    ])
  })

  it('about an agent lets it go on', async () => {
    const { agentId, own } = await newAgent()
    await api.admin('updateAgent', { params: { agentId }, body: { status: 'paused' } })
    const { id } = (await ask(own, { agentId, wanted: { status: 'active', limits: { perWeek: 9 } } })).body
    expect((await approve(id)).body).toMatchObject({ level: 'agent', cardId: null, status: 'approved' })
    const agent = (await api.admin('getAgent', { params: { agentId } })).body
    expect(agent).toMatchObject({ status: 'active', limits: { perWeek: 9 } })
    expect(await eventsOf('agent.updated')).toMatchObject([{ agentId, changed: ['status', 'limits'] }])
  })

  it('is made once: of many people at the same time one decides', async () => {
    const { cardId, own } = await newAgent()
    const { id } = (await ask(own, { cardId, wanted: { limits: { perDay: 500 } } })).body
    const reject = () => api.admin('rejectChangeRequest', of(id))
    const answers = await Promise.all([approve(id), reject(), approve(id), own('cancelChangeRequest', of(id))])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const { status } = await read(id)
    expect((await cardOf(cardId)).limits).toEqual(status === 'approved' ? { perDay: 500 } : {})
    expect((await approve(id)).body.error).toMatchObject({ code: 'change_request_not_pending', details: { status } })
  })

  it('is somebody else’s where the policy asks for another approver', async () => {
    const { cardId, agentId } = await newAgent({ requireSeparateApprover: true })
    const { id } = (await ask(api.admin, { cardId, wanted: { limits: { perDay: 500 } } })).body
    const { status, body } = await approve(id)
    expect([status, body.error?.code]).toEqual([403, 'self_approval'])
    expect((await cardOf(cardId)).limits).toEqual({})
    expect((await approve(id, await api.as('approver'))).status).toBe(200)
    const ofAgent = (await ask(api.admin, { agentId, wanted: { limits: { perDay: 500 } } })).body
    expect((await approve(ofAgent.id)).status).toBe(200)
  })

  it('comes too late once its time is over, and one event tells of that', async () => {
    const { cardId, own } = await newAgent()
    const body = { cardId, wanted: { limits: { perDay: 500 } }, ttlMinutes: 1 }
    const { id } = (await ask(own, body)).body
    api.clock.time += MINUTE_MS
    expect((await approve(id)).body.error).toMatchObject({ details: { status: 'expired' } })
    expect((await own('getChangeRequest', of(id))).body).toMatchObject({ status: 'expired', changes: [] })
    const other = (await ask(own, body)).body.id
    api.clock.time += MINUTE_MS
    const deps = { ...api.rig.deps, numberLifeMs: DAY_MS, auditLifeMs: null, onError: () => undefined }
    await createSweeper(deps).runDue()
    const waiting = (await own('listChangeRequests', { query: { status: 'pending' } })).body.data
    expect(waiting).toEqual([])
    const { data } = (await api.admin('listEvents', { query: { type: 'change_request.expired' } })).body
    const told = data.map((event) => event.data['changeRequestId'])
    expect(told.filter((about) => about === id || about === other)).toEqual([other, id])
    const { data: entries } = (await api.admin('listAudit', { query: { resourceId: other, limit: '1' } })).body
    expect(entries).toMatchObject([{ actor: { type: 'system' }, operation: 'expireChangeRequest' }])
  })
})

it('leaves nothing that `purser verify` would find, and what is written by hand is found', async () => {
  const { cardId, own } = await newAgent(
    {},
    (await api.admin('createCustomer', { body: { email: 'b@example.com' } })).body.id,
  )
  const { id } = (await ask(own, { cardId, wanted: { limits: { perDay: 500 } } })).body
  expect(await verifyDifferencesOf(api.rig.deps.database)).toEqual([])
  const { pool } = api.rig.deps.database
  await pool.query(`update change_requests set wanted = '{"status":"active"}' where id = $1`, [id])
  expect((await verifyDifferencesOf(api.rig.deps.database)).join('\n')).toContain(id)
})
