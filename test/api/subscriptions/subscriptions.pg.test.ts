import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../src/lib/clock.ts'
import { verifyDifferencesOf } from '../../support/differences.ts'
import { type Api, type Caller, startApi } from '../typed-api.ts'

let api: Api
let customerId: string
beforeAll(async () => {
  api = await startApi()
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
})
afterAll(() => api.stop())

const STRICT = { requireIntent: true, onMissingIntent: 'decline', onIntentMismatch: 'decline' }
const ASKING = { ...STRICT, requireApproval: true }
const NEWS = { name: 'Daily News', mcc: '5968' }
const wish = { merchant: 'Daily News', maxAmount: 1500, interval: 'month', purpose: 'The newspaper' }

let count = 0
/** An agent with a card, and its key. */
async function newAgent(policy: object = STRICT) {
  count += 1
  const agent = { customerId, externalId: `agent-${count}`, name: 'Reader' }
  const agentId = (await api.admin('createAgent', { body: agent })).body.id
  const card = { customerId, agentId, policy, label: 'Reading' }
  const cardId = (await api.admin('createCard', { body: card })).body.id
  return { agentId, cardId, own: await api.as('agent', agentId) }
}
const subscribe = (caller: Caller, cardId: string, body: object = {}) =>
  caller('createSubscription', { params: { cardId }, body: { ...wish, ...body } })
const of = (subscriptionId: string) => ({ params: { subscriptionId } })
const read = async (id: string) => (await api.admin('getSubscription', of(id))).body
const buy = async (cardId: string, amount: number, merchant: object = NEWS) =>
  (await api.admin('createAuthorization', { body: { cardId, amount, merchant } })).body
const eventsOf = async (id: string) => {
  const { data } = (await api.admin('listEvents', { query: { limit: '100' } })).body
  return data.filter((event) => event.data['subscriptionId'] === id).map(({ type, data: own }) => ({ type, ...own }))
}
const typesOf = async (id: string) => (await eventsOf(id)).map(({ type }) => type).toReversed()

describe('a subscription', () => {
  it('is active at once where an intent of its amount needs no person, and says what is next', async () => {
    const { agentId, cardId, own } = await newAgent()
    const metadata = { order: 7 }
    const origin = 'https://news.example.com'
    const { status, body } = await subscribe(own, cardId, { expectedOrigin: origin, metadata })
    expect([status, body]).toMatchObject([
      201,
      {
        ...wish,
        expectedOrigin: origin,
        metadata,
        status: 'active',
        customerId,
        agentId,
        cardId,
        agentName: 'Reader',
        cardLabel: 'Reading',
        requiresApproval: false,
        activatedAt: '2026-01-31T12:00:00.000Z',
        period: { startsAt: '2026-01-31T12:00:00.000Z', endsAt: '2026-02-28T00:00:00.000Z' },
        next: { from: '2026-01-31T12:00:00.000Z', maxAmount: 1500 },
      },
    ])
    expect(await read(body.id)).toEqual(body)
    for (const query of [{ cardId }, { agentId }, { cardId, status: 'active' }]) {
      expect((await own('listSubscriptions', { query })).body.data).toEqual([body])
    }
    expect((await own('listCardSubscriptions', { params: { cardId } })).body.data).toEqual([body])
    expect(await typesOf(body.id)).toEqual(['subscription.created'])
  })

  it('covers one purchase of its period, up to its amount, and tells of what it does not cover', async () => {
    const { cardId, own } = await newAgent()
    const { id } = (await subscribe(own, cardId)).body
    const dear = await buy(cardId, 1501)
    expect(dear).toMatchObject({ decision: 'decline', reasons: [{ code: 'intent_missing' }] })
    expect(dear.reasons[0]?.message).toContain(`The subscription ${id} covers at most $15.00.`)
    const first = await buy(cardId, 1500, { name: 'DAILY NEWS 0231 LONDON', city: 'London', country: 'GB' })
    expect(first).toMatchObject({
      decision: 'approve',
      flags: { subscriptionMatched: true, intentMatched: false, intentMissing: false },
      transaction: { subscriptionId: id },
    })
    const { transactionId } = first
    const { trace } = (await own('getTransaction', { params: { transactionId } })).body
    expect(trace).toContainEqual(
      expect.objectContaining({ rule: 'subscription', passed: true, limit: 1500, observed: id }),
    )
    const second = await buy(cardId, 100)
    expect(second).toMatchObject({ decision: 'decline', flags: { subscriptionMatched: false, intentMissing: true } })
    expect(second.reasons[0]?.message).toContain('has had its purchase of this period, which ends at 2026-02-28T00:00')
    expect((await buy(cardId, 100, { name: 'Other Shop' })).decision).toBe('decline')
    expect(await eventsOf(id)).toMatchObject([
      { type: 'subscription.exceeded', amount: 100, why: 'period', decision: 'decline' },
      { type: 'subscription.matched', transactionId, amount: 1500, merchant: 'Daily News', interval: 'month' },
      { type: 'subscription.exceeded', amount: 1501, why: 'amount', decision: 'decline' },
      { type: 'subscription.created' },
    ])
    expect(await read(id)).toMatchObject({
      period: { transactionId },
      next: { from: '2026-02-28T00:00:00.000Z' },
      exceeded: { transactionId: second.transactionId, amount: 100, why: 'period', decision: 'decline' },
    })
    const { data } = (await own('listTransactions', { query: { subscriptionId: id } })).body
    expect(data.map((transaction) => transaction.id)).toEqual([transactionId])
  })

  it('covers nothing where a pending intent matches, and keeps an intent that does not', async () => {
    const { cardId, own } = await newAgent()
    await subscribe(own, cardId)
    const params = { cardId }
    const intent = { purpose: 'A back issue', expectedAmount: 700, expectedMerchant: 'Daily News' }
    const { id: intentId } = (await own('createIntent', { params, body: intent })).body
    const renewal = await buy(cardId, 1500)
    expect(renewal.flags).toMatchObject({ subscriptionMatched: true, intentMismatch: false })
    const issue = await buy(cardId, 700)
    expect(issue).toMatchObject({
      flags: { intentMatched: true, subscriptionMatched: false },
      transaction: { intentId },
    })
  })

  it('binds increments of its purchase, and flags what is captured beyond it', async () => {
    const { cardId, own } = await newAgent()
    await subscribe(own, cardId)
    const { transactionId } = await buy(cardId, 1400)
    const params = { transactionId }
    const more = (amount: number) => api.admin('incrementAuthorization', { params, body: { amount } })
    expect((await more(101)).body).toMatchObject({ decision: 'decline', reasons: [{ code: 'intent_mismatch' }] })
    expect((await more(100)).body.decision).toBe('approve')
    const settled = (await api.admin('settleAuthorization', { params, body: { amount: 1501 } })).body
    expect(settled.flags).toMatchObject({ subscriptionMatched: true, settlementOverIntent: true })
  })

  it('gets its period back from a purchase that is reversed, and not from one that is reversed in part', async () => {
    const { cardId, own } = await newAgent()
    const { id } = (await subscribe(own, cardId)).body
    const { transactionId } = await buy(cardId, 1000)
    await api.admin('reverseAuthorization', { params: { transactionId }, body: { amount: 400 } })
    expect((await buy(cardId, 1000)).decision).toBe('decline')
    await api.admin('reverseAuthorization', { params: { transactionId } })
    expect((await read(id)).period).not.toHaveProperty('transactionId')
    expect((await buy(cardId, 1000)).flags.subscriptionMatched).toBe(true)
  })

  it('has one match in each period, whatever comes at once', async () => {
    const { cardId, own } = await newAgent()
    await subscribe(own, cardId, { interval: 'week' })
    for (let week = 0; week < 3; week += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => buy(cardId, 900)))
      expect(answers.filter(({ flags }) => flags.subscriptionMatched)).toHaveLength(1)
      expect(answers.filter(({ decision }) => decision === 'approve')).toHaveLength(1)
      api.clock.time += 7 * DAY_MS
    }
  })
})

describe('renewals', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'month',
      '2027-01-31T12:00:00Z',
      ['2027-02-28T00:00:00Z', '2027-03-31T00:00:00Z', '2027-04-30T00:00:00Z', '2027-05-31T00:00:00Z'],
    ],
    ['month', '2028-01-30T12:00:00Z', ['2028-02-29T00:00:00Z', '2028-03-30T00:00:00Z']],
    ['year', '2032-02-29T12:00:00Z', ['2033-02-28T00:00:00Z', '2034-02-28T00:00:00Z']],
  ])('of each %s from %s begin at %j, not a millisecond before', async (interval, from, starts) => {
    const { cardId, own } = await newAgent()
    api.clock.time = Date.parse(from)
    await subscribe(own, cardId, { interval })
    expect((await buy(cardId, 500)).flags.subscriptionMatched).toBe(true)
    for (const start of starts) {
      api.clock.time = Date.parse(start) - 1
      expect((await buy(cardId, 500)).decision).toBe('decline')
      api.clock.time = Date.parse(start)
      expect((await buy(cardId, 500)).flags.subscriptionMatched).toBe(true)
      expect((await buy(cardId, 500)).decision).toBe('decline')
    }
  })
})

describe('what active subscriptions may still take', () => {
  it('is in the budget of each level, and in what needs no person', async () => {
    const { agentId, cardId, own } = await newAgent({ ...ASKING, limits: { perDay: 90_000 } })
    await api.admin('updateAgent', { params: { agentId }, body: { limits: { perWeek: 90_000 } } })
    const weekly = (await subscribe(own, cardId, { interval: 'week', maxAmount: 700 })).body.id
    const yearly = (await subscribe(own, cardId, { interval: 'year', maxAmount: 5000 })).body.id
    const windows = async () => {
      const { body } = await own('getCardBudget', { params: { cardId } })
      return body.windows.map(({ window, committed }) => [window, committed])
    }
    expect(await windows()).toEqual([
      ['perDay', undefined],
      ['perWeek', undefined],
    ])
    const unapproved = async () => (await own('getCardExposure', { params: { cardId } })).body.unapprovedMost
    expect(await unapproved()).toBe(0)
    for (const id of [weekly, yearly]) await api.admin('approveSubscription', of(id))
    expect(await windows()).toEqual([
      ['perDay', 5700],
      ['perWeek', 5700],
    ])
    expect(await unapproved()).toBe(5700)
    await buy(cardId, 700)
    api.clock.time += 1
    expect(await windows()).toEqual([
      ['perDay', 5000],
      ['perWeek', 5700],
    ])
    await api.admin('pauseSubscription', of(yearly))
    expect(await windows()).toEqual([
      ['perDay', undefined],
      ['perWeek', 700],
    ])
  })
})

describe('who decides', () => {
  it('is a person, where an intent of the amount would wait for one', async () => {
    const { cardId, own } = await newAgent({ ...ASKING, autoApproveBelow: 1500 })
    expect((await subscribe(own, cardId, { maxAmount: 1499 })).body.status).toBe('active')
    const { id, approvalUrl, ...asked } = (await subscribe(own, cardId)).body
    expect(asked).toMatchObject({ status: 'pending_approval', requiresApproval: true })
    expect(approvalUrl).toBe(`https://purser.example.com/approvals/${id}`)
    expect(asked).not.toHaveProperty('next')
    expect((await buy(cardId, 1500)).decision).toBe('decline')
    expect((await own('approveSubscription', of(id))).status).toBe(403)
    api.clock.time += MINUTE_MS
    const { body } = await api.admin('approveSubscription', { ...of(id), body: { note: 'Fine' } })
    expect(body).toMatchObject({ status: 'active', decisionNote: 'Fine', next: { from: body.activatedAt } })
    expect((await api.admin('approveSubscription', of(id))).body.error).toMatchObject({
      code: 'subscription_not_pending',
      details: { status: 'active' },
    })
    expect((await buy(cardId, 1500)).flags.subscriptionMatched).toBe(true)
    expect(await typesOf(id)).toEqual([
      'subscription.created',
      'subscription.pending_approval',
      'subscription.approved',
      'subscription.matched',
    ])
  })

  it('says until when somebody may decide, in the record and in the events while it waits', async () => {
    const { cardId, own } = await newAgent(ASKING)
    const { id, expiresAt } = (await subscribe(own, cardId)).body
    await api.admin('approveSubscription', of(id))
    const ends = (await eventsOf(id)).map((event) => ('expiresAt' in event ? event.expiresAt : undefined))
    expect(expiresAt).toBeDefined()
    expect(ends).toEqual([undefined, expiresAt, expiresAt])
  })

  it('rejects, pauses, resumes and cancels', async () => {
    const { cardId, own } = await newAgent(ASKING)
    const rejected = (await subscribe(own, cardId)).body.id
    const said = await api.admin('rejectSubscription', { ...of(rejected), body: { reason: 'Too dear' } })
    expect(said.body).toMatchObject({ status: 'rejected', rejectionReason: 'Too dear' })
    const { id } = (await subscribe(own, cardId)).body
    await api.admin('approveSubscription', of(id))
    expect((await api.admin('pauseSubscription', of(id))).body).toMatchObject({ status: 'paused' })
    expect((await buy(cardId, 100)).decision).toBe('decline')
    expect((await api.admin('pauseSubscription', of(id))).status).toBe(409)
    expect((await api.admin('resumeSubscription', of(id))).body.status).toBe('active')
    expect((await own('pauseSubscription', of(id))).status).toBe(403)
    expect((await buy(cardId, 100)).flags.subscriptionMatched).toBe(true)
    expect((await own('cancelSubscription', of(id))).body.status).toBe('canceled')
    expect((await own('cancelSubscription', of(id))).body.error?.code).toBe('subscription_conflict')
    expect(await typesOf(id)).toEqual([
      'subscription.created',
      'subscription.pending_approval',
      'subscription.approved',
      'subscription.paused',
      'subscription.resumed',
      'subscription.matched',
      'subscription.canceled',
    ])
  })

  it('is somebody else than the one who asked, where the policy says so', async () => {
    const { cardId } = await newAgent({ ...ASKING, requireSeparateApprover: true })
    const { id } = (await subscribe(api.admin, cardId)).body
    expect((await api.admin('approveSubscription', of(id))).body.error?.code).toBe('self_approval')
    const approver = await api.as('approver')
    expect((await approver('approveSubscription', of(id))).body.status).toBe('active')
  })

  it('sees no subscription of another agent or account', async () => {
    const [first, second] = [await newAgent(), await newAgent()]
    const { id } = (await subscribe(first.own, first.cardId)).body
    const other = await api.otherAccount()
    for (const caller of [second.own, other]) {
      expect((await caller('getSubscription', of(id))).status).toBe(404)
      expect((await caller('cancelSubscription', of(id))).status).toBe(404)
      expect((await subscribe(caller, first.cardId)).status).toBe(404)
      expect((await caller('listSubscriptions', { query: { cardId: first.cardId } })).body.data).toEqual([])
    }
  })

  it('has at most twenty of an agent to decide', async () => {
    const { cardId, own } = await newAgent(ASKING)
    for (let n = 0; n < 20; n += 1) expect((await subscribe(own, cardId)).status).toBe(201)
    expect((await subscribe(own, cardId)).body.error).toMatchObject({
      code: 'too_many_waiting',
      details: { waiting: 20, limit: 20 },
    })
  })
})

describe('the end', () => {
  it('comes at `until`, and a day after nobody decided', async () => {
    const { cardId, own } = await newAgent()
    const waiting = await newAgent(ASKING)
    const now = api.clock.time
    const until = new Date(now + 2 * DAY_MS).toISOString()
    expect((await subscribe(own, cardId, { until: new Date(now).toISOString() })).body.error).toMatchObject({
      param: 'until',
    })
    const { id, next } = (await subscribe(own, cardId, { until })).body
    const undecided = (await subscribe(waiting.own, waiting.cardId, { until })).body.id
    expect(next).toBeDefined()
    await buy(cardId, 100)
    expect(await read(id)).not.toHaveProperty('next')
    api.clock.time = now + DAY_MS
    expect((await read(undecided)).status).toBe('expired')
    api.clock.time = now + 2 * DAY_MS
    expect((await buy(cardId, 100)).decision).toBe('decline')
    expect((await read(id)).status).toBe('expired')
    expect((await typesOf(id)).at(-1)).toBe('subscription.expired')
  })

  it('leaves nothing that verify finds wrong', async () => {
    const { database } = api.rig.deps
    expect(await verifyDifferencesOf(database)).toEqual([])
    const { rows } = await database.pool.query<{ id: string; taken_by: string }>(
      `select id, taken_by from subscriptions where taken_by is not null and status = 'active' order by id limit 1`,
    )
    const [{ id, taken_by: takenBy } = { id: '', taken_by: '' }] = rows
    const set = (by: string) => database.pool.query('update subscriptions set taken_by = $2 where id = $1', [id, by])
    await set('txn_of_nobody')
    expect(await verifyDifferencesOf(database)).toEqual([
      expect.stringContaining(`${id}: taken_by: stored "txn_of_nobody"`),
    ])
    await database.pool.query('update subscriptions set taken_by = null, taken_from = null where id = $1', [id])
    expect(await verifyDifferencesOf(database)).toEqual([
      expect.stringContaining(`${id}: taken_from: stored null`),
      expect.stringContaining(`${id}: taken_by: stored null, replayed "${takenBy}"`),
    ])
  })
})
