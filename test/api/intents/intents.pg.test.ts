import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSweeper } from '../../../src/sweeps/sweeper.ts'
import { MINUTE_MS } from '../../../src/lib/clock.ts'
import { type Api, type Caller, startApi } from '../typed-api.ts'

let api: Api
let customerId: string
beforeAll(async () => {
  api = await startApi()
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
  await fillPool()
})
afterAll(() => api.stop())

/** Opens the connections before a race: else the first request is done before the others have one. */
const fillPool = () => Promise.all(Array.from({ length: 10 }, () => api.admin('listCards')))

const newCard = async (policy: object = {}, more: object = {}) =>
  (await api.admin('createCard', { body: { customerId, policy, ...more } })).body.id
const newAgent = async (externalId: string) =>
  (await api.admin('createAgent', { body: { customerId, externalId } })).body.id
const declare = (cardId: string, body: object = {}, caller: Caller = api.admin) =>
  caller('createIntent', { params: { cardId }, body: { purpose: 'A domain', ...body } })
const read = (intentId: string, caller: Caller = api.admin) => caller('getIntent', { params: { intentId } })
const act = (name: 'approveIntent' | 'rejectIntent' | 'cancelIntent', intentId: string, body?: object) =>
  api.admin(name, { params: { intentId }, body })
const approvalOf = async (intentId: string) => {
  const { body } = await api.admin('listApprovals', { query: { limit: '100' } })
  return body.data.find((approval) => approval.intentId === intentId)
}
const eventsOf = async (intentId: string) => {
  const { body } = await api.admin('listEvents', { query: { limit: '100' } })
  return body.data
    .filter(({ data }) => data['intentId'] === intentId)
    .map(({ type, data }) => [type, data['status']])
    .toReversed()
}
const sweeper = () =>
  createSweeper({
    ...api.rig.deps,
    numberLifeMs: Number.MAX_SAFE_INTEGER,
    auditLifeMs: null,
    onError: () => undefined,
  })

describe('POST /cards/{cardId}/intents', () => {
  it('201: pending, with what was declared and the defaults', async () => {
    const cardId = await newCard()
    const declared = {
      intentId: 'order-7',
      expectedAmount: 1200,
      expectedMerchant: 'Namecheap',
      expectedMccs: ['5734'],
      tolerance: 50,
      tolerancePercent: 2.5,
      metadata: { ticket: 7, tags: ['a'] },
    }
    const { status, body } = await declare(cardId, { ...declared, expectedCurrency: 'usd' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^int_[0-9a-hjkmnp-tv-z]{26}$/),
      customerId,
      agentId: null,
      cardId,
      status: 'pending',
      purpose: 'A domain',
      ...declared,
      expectedCurrency: 'USD',
      ttlMinutes: 30,
      ceiling: 1230,
      requiresApproval: false,
      payable: true,
      expiresAt: '2026-01-31T12:30:00.000Z',
      createdAt: '2026-01-31T12:00:00.000Z',
    })
    expect((await read(body.id)).body).toEqual(body)
    expect(await eventsOf(body.id)).toEqual([['intent.created', 'pending']])
    expect(await approvalOf(body.id)).toBeUndefined()
  })

  it('200 for the same body under the same intentId, and for another, which corrects it; once per card', async () => {
    const [cardId, otherCard] = [await newCard(), await newCard()]
    const first = await declare(cardId, { intentId: 'a', expectedAmount: 5, metadata: { x: 1, y: 2 } })
    const again = await declare(cardId, { metadata: { y: 2, x: 1 }, expectedAmount: 5, intentId: 'a' })
    expect([again.status, again.body]).toEqual([200, first.body])
    const other = await declare(cardId, { intentId: 'a', expectedAmount: 6 })
    expect([other.status, other.body]).toMatchObject([200, { id: first.body.id, expectedAmount: 6, corrections: 1 }])
    expect((await declare(otherCard, { intentId: 'a' })).status).toBe(201)
    expect(await eventsOf(first.body.id)).toHaveLength(2)
  })

  it('one 201 and else 200, all of one intent: ten declarations at the same time', async () => {
    const cardId = await newCard()
    const answers = await Promise.all(Array.from({ length: 10 }, () => declare(cardId, { intentId: 'same' })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...Array(9).fill(200), 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  })

  it.each([
    ['an empty purpose', { purpose: '' }],
    ['a purpose of 501 characters', { purpose: 'x'.repeat(501) }],
    ['an amount of 0', { expectedAmount: 0 }],
    ['a time of 0 minutes', { ttlMinutes: 0 }],
    ['a time of 1441 minutes', { ttlMinutes: 1441 }],
    ['an MCC of three digits', { expectedMccs: ['573'] }],
    ['metadata of nine levels', { metadata: { a: { a: { a: { a: { a: { a: { a: { a: { a: 1 } } } } } } } } } }],
    ['an unknown field', { expectedAmout: 5 }],
  ])('400: %s', async (_, body) => {
    const answer = await declare(await newCard(), body)
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'invalid_request'])
  })

  it('201 for a frozen card, 409 card_closed for a closed or an expired one', async () => {
    const [frozen, closed] = [await newCard({}, { status: 'frozen' }), await newCard()]
    const expired = await newCard({ ttlMinutes: 0 })
    await api.admin('closeCard', { params: { cardId: closed } })
    expect((await declare(frozen)).status).toBe(201)
    for (const cardId of [closed, expired]) {
      const { status, body } = await declare(cardId)
      expect([status, body.error?.code]).toEqual([409, 'card_closed'])
    }
  })

  it('403 while the agent is paused or the customer is suspended, 404 for an unknown card', async () => {
    const agentId = await newAgent('paused')
    const cardId = await newCard({}, { agentId })
    await api.admin('updateAgent', { params: { agentId }, body: { status: 'paused' } })
    expect((await declare(cardId)).body.error?.code).toBe('agent_not_active')
    const owner = (await api.admin('createCustomer', { body: { email: 's@example.com', status: 'suspended' } })).body.id
    const suspended = await newCard({}, { customerId: owner })
    const { status, body } = await declare(suspended)
    expect([status, body.error?.code]).toEqual([403, 'customer_not_active'])
    expect((await declare('card_unknown')).body.error?.code).toBe('card_not_found')
  })
})

describe('who sees and acts on intents', () => {
  it('an agent its own alone; others get 404 or an empty list; roles that may not, 403', async () => {
    const [mine, theirs] = [await newAgent('mine'), await newAgent('theirs')]
    const [myCard, theirCard] = [await newCard({}, { agentId: mine }), await newCard({}, { agentId: theirs })]
    const agent = await api.as('agent', mine)
    const [ours, foreign] = [(await declare(myCard, {}, agent)).body.id, (await declare(theirCard)).body.id]
    expect((await read(ours, agent)).status).toBe(200)
    expect((await read(foreign, agent)).body.error?.code).toBe('intent_not_found')
    expect((await declare(theirCard, {}, agent)).body.error?.code).toBe('card_not_found')
    expect((await agent('cancelIntent', { params: { intentId: foreign } })).status).toBe(404)
    expect((await agent('listCardIntents', { params: { cardId: theirCard } })).status).toBe(404)
    const list = async (query: Record<string, string>) =>
      (await agent('listIntents', { query })).body.data.map(({ id }) => id)
    expect(await list({})).toEqual([ours])
    expect(await list({ agentId: theirs })).toEqual([])
    expect((await agent('approveIntent', { params: { intentId: ours } })).status).toBe(403)
    expect((await agent('listApprovals')).status).toBe(403)

    const [approver, reader, stranger] = [await api.as('approver'), await api.as('read'), await api.otherAccount()]
    for (const caller of [approver, reader]) expect((await declare(myCard, {}, caller)).status).toBe(403)
    expect((await read(ours, stranger)).status).toBe(404)
    expect((await stranger('approveIntent', { params: { intentId: ours } })).status).toBe(404)
    expect((await agent('cancelIntent', { params: { intentId: ours } })).body.status).toBe('canceled')
  })

  it('lists by customer, agent, card and status, newest first', async () => {
    const cardId = await newCard()
    const ids = [(await declare(cardId)).body.id, (await declare(cardId)).body.id, (await declare(cardId)).body.id]
    await act('cancelIntent', ids[1] as string)
    const list = async (query: Record<string, string>) =>
      (await api.admin('listIntents', { query })).body.data.map(({ id }) => id)
    expect(await list({ cardId })).toEqual(ids.toReversed())
    expect(await list({ cardId, status: 'pending', customerId })).toEqual([ids[2], ids[0]])
    expect(await list({ cardId, customerId: 'cust_unknown' })).toEqual([])
    const first = await api.admin('listCardIntents', { params: { cardId }, query: { limit: '2' } })
    const rest = await api.admin('listCardIntents', {
      params: { cardId },
      query: { limit: '2', cursor: first.body.nextCursor as string },
    })
    expect([...first.body.data, ...rest.body.data].map(({ id }) => id)).toEqual(ids.toReversed())
  })
})

describe('approval', () => {
  it.each([
    { policy: { requireApproval: true }, amount: undefined, waits: true },
    { policy: { requireApproval: true }, amount: 1, waits: true },
    { policy: { requireApproval: true, autoApproveBelow: 500 }, amount: undefined, waits: true },
    { policy: { requireApproval: true, autoApproveBelow: 500 }, amount: 500, waits: true },
    { policy: { requireApproval: true, autoApproveBelow: 500 }, amount: 499, waits: false },
    { policy: { requireApproval: false, autoApproveBelow: 500 }, amount: 900, waits: false },
  ])('$policy with the amount $amount: waits $waits', async ({ policy, amount, waits }) => {
    const { body } = await declare(await newCard(policy), amount === undefined ? {} : { expectedAmount: amount })
    expect([body.status, body.requiresApproval]).toEqual([waits ? 'pending_approval' : 'pending', waits])
  })

  it('waits a day, is asked for with intent and policy, and restarts the time when given', async () => {
    const cardId = await newCard({ requireApproval: true, limits: { perAuth: 900 } })
    const { body: intent } = await declare(cardId, { expectedAmount: 100, ttlMinutes: 10 })
    expect(Date.parse(intent.expiresAt) - Date.parse(intent.createdAt)).toBe(1440 * MINUTE_MS)
    expect(await approvalOf(intent.id)).toEqual({
      subjectHash: intent.subjectHash,
      id: expect.stringMatching(/^apr_/),
      intentId: intent.id,
      cardId,
      agentId: null,
      customerId,
      status: 'pending',
      requestedAt: intent.createdAt,
      expiresAt: intent.expiresAt,
      validMinutes: 10,
      subject: {
        purpose: 'A domain',
        expectedAmount: 100,
        ttlMinutes: 10,
        ceiling: 110,
        policy: expect.objectContaining({ requireApproval: true, limits: { perAuth: 900 } }),
        approvalReasons: [{ rule: 'requireApproval', level: 'card', message: 'A person approves every purchase.' }],
      },
    })
    api.clock.time += 1439 * MINUTE_MS
    const approver = await api.as('approver')
    const { status, body } = await approver('approveIntent', {
      params: { intentId: intent.id },
      body: { note: 'fine' },
    })
    expect([status, body.status]).toEqual([200, 'pending'])
    expect(Date.parse(body.expiresAt)).toBe(api.clock.time + 10 * MINUTE_MS)
    expect(body.approvedAt).toBe(new Date(api.clock.time).toISOString())
    expect(body.approvedBy).toMatch(/^key_/)
    expect(await approvalOf(intent.id)).toMatchObject({
      status: 'approved',
      note: 'fine',
      decidedBy: body.approvedBy,
      decidedAt: body.approvedAt,
    })
    expect(await eventsOf(intent.id)).toEqual([
      ['intent.created', 'pending_approval'],
      ['intent.pending_approval', 'pending_approval'],
      ['intent.approved', 'pending'],
    ])
  })

  it('rejects with a reason, and cancels in either wait; each is final', async () => {
    const cardId = await newCard({ requireApproval: true, autoApproveBelow: 10 })
    const [rejected, canceled] = [(await declare(cardId)).body.id, (await declare(cardId)).body.id]
    const pending = (await declare(cardId, { expectedAmount: 1 })).body.id
    const rejection = (await act('rejectIntent', rejected, { reason: 'too vague' })).body
    expect(rejection).toMatchObject({ status: 'rejected', rejectionReason: 'too vague' })
    expect(Object.keys(rejection)).not.toContain('approvedBy')
    expect(await approvalOf(rejected)).toMatchObject({ status: 'rejected', note: 'too vague' })
    expect((await act('cancelIntent', canceled)).body).toMatchObject({ status: 'canceled' })
    expect(await approvalOf(canceled)).toMatchObject({ status: 'canceled' })
    expect((await act('cancelIntent', pending)).body.canceledAt).toBeDefined()
    for (const intentId of [rejected, canceled, pending]) {
      for (const name of ['approveIntent', 'rejectIntent', 'cancelIntent'] as const) {
        const { status, body } = await act(name, intentId)
        expect([name, status, body.error?.code]).toEqual([name, 409, 'intent_not_pending'])
      }
    }
    expect((await eventsOf(rejected)).at(-1)).toEqual(['intent.rejected', 'rejected'])
    expect((await eventsOf(canceled)).at(-1)).toEqual(['intent.canceled', 'canceled'])
  })

  it('one 200 and else 409: ten decisions at the same time', async () => {
    const { id } = (await declare(await newCard({ requireApproval: true }))).body
    const decisions = await Promise.all(
      Array.from({ length: 10 }, (_, i) => act(i % 2 === 0 ? 'approveIntent' : 'rejectIntent', id)),
    )
    expect(decisions.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(409)])
    expect(await eventsOf(id)).toHaveLength(3)
  })

  it('409 for an intent that needs no approval, and 404 for unknown ids', async () => {
    const { id } = (await declare(await newCard())).body
    expect((await act('approveIntent', id)).status).toBe(409)
    expect((await act('rejectIntent', id)).status).toBe(409)
    expect((await act('approveIntent', 'int_unknown')).body.error?.code).toBe('intent_not_found')
    const unknown = await api.admin('getApproval', { params: { approvalId: 'apr_unknown' } })
    expect(unknown.body.error?.code).toBe('approval_not_found')
  })
})

describe('what became of an intent', () => {
  it.each([
    { merchant: 'Namecheap', status: 'matched', at: 'matchedAt' },
    { merchant: 'Delta Air Lines', status: 'mismatched', at: 'mismatchedAt' },
  ])('$status by an authorization at $merchant: with its time, transaction and comparison', async (outcome) => {
    const cardId = await newCard()
    const { id } = (await declare(cardId, { expectedAmount: 1200, expectedMerchant: 'Namecheap' })).body
    const spend = { cardId, amount: 1250, merchant: { name: outcome.merchant } }
    const { transactionId } = (await api.admin('createAuthorization', { body: spend })).body
    const { body } = await read(id)
    expect(body).toMatchObject({
      status: outcome.status,
      [outcome.at]: new Date(api.clock.time).toISOString(),
      transactionId,
      matchResult: { amountMatch: true, merchantMatch: outcome.status === 'matched', actualAmount: 1250 },
    })
    expect((await act('cancelIntent', id)).status).toBe(409)
  })
})

describe('expiry', () => {
  const pass = (minutes: number, ms = 0) => (api.clock.time += minutes * MINUTE_MS + ms)

  it('is pending to the last millisecond, and expired from then on, however it is read', async () => {
    const cardId = await newCard()
    const { id } = (await declare(cardId, { ttlMinutes: 1 })).body
    pass(1, -1)
    expect((await read(id)).body.status).toBe('pending')
    pass(0, 1)
    expect((await read(id)).body.status).toBe('expired')
    expect(await eventsOf(id)).toEqual([
      ['intent.created', 'pending'],
      ['intent.expired', 'expired'],
    ])
  })

  it.each<[string, (cardId: string, id: string) => Promise<unknown>]>([
    ['a list by status', (cardId) => api.admin('listIntents', { query: { status: 'pending', cardId } })],
    ["the card's list", (cardId) => api.admin('listCardIntents', { params: { cardId } })],
    ['the inbox', () => api.admin('listApprovals', { query: { status: 'pending' } })],
    ['an approval', (_, id) => act('approveIntent', id)],
    ['a cancellation', (_, id) => act('cancelIntent', id)],
    ['the same declaration again', (cardId) => declare(cardId, { intentId: 'x' })],
    ['the sweeper', () => sweeper().runDue()],
    [
      'everything at once',
      (cardId, id) =>
        Promise.all([
          ...Array.from({ length: 5 }, () => read(id)),
          api.admin('listIntents', { query: { cardId } }),
          act('approveIntent', id),
          sweeper().runDue(),
          sweeper().runDue(),
        ]),
    ],
  ])('%s ends it, with its approval and one event', async (_, touch) => {
    const cardId = await newCard({ requireApproval: true })
    const { id } = (await declare(cardId, { intentId: 'x' })).body
    pass(1440)
    await touch(cardId, id)
    const { rows } = await api.rig.deps.database.pool.query('select status from intents where id = $1', [id])
    expect(rows).toEqual([{ status: 'expired' }])
    expect(await approvalOf(id)).toMatchObject({ status: 'expired' })
    expect((await eventsOf(id)).filter(([type]) => type === 'intent.expired')).toEqual([['intent.expired', 'expired']])
    expect((await read(id)).body.status).toBe('expired')
    expect((await act('approveIntent', id)).body.error?.code).toBe('intent_not_pending')
  })

  it('finds by the status that holds now', async () => {
    const cardId = await newCard()
    const { id } = (await declare(cardId, { ttlMinutes: 1 })).body
    pass(1)
    const ids = async (status: string) =>
      (await api.admin('listIntents', { query: { cardId, status } })).body.data.map((intent) => intent.id)
    expect(await ids('pending')).toEqual([])
    expect(await ids('expired')).toEqual([id])
  })
})
