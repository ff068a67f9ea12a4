import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Policy } from '../../../src/contract/policy.ts'
import { MINUTE_MS } from '../../../src/lib/clock.ts'
import { createSweeper } from '../../../src/sweeps/sweeper.ts'
import { describeReplayDifference } from '../../../src/verify/replay-difference.ts'
import { verifyDatabase } from '../../../src/verify/verify.ts'
import { openTestVault } from '../../support/test-vault.ts'
import { type Api, type Caller, startApi } from '../typed-api.ts'

/** A card for one purchase: policy `cardPerIntent` (contract, section 7). */
let api: Api
let customerId: string
let agentId: string
let agent: Caller
beforeAll(async () => {
  api = await startApi()
  const policy: Policy = { cardPerIntent: true }
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com', policy } })).body.id
  agentId = (await api.admin('createAgent', { body: { customerId, externalId: 'buyer' } })).body.id
  agent = await api.as('agent', agentId)
})
afterAll(() => api.stop())

const newCard = async (body: object = {}) =>
  (await api.admin('createCard', { body: { customerId, agentId, ...body } })).body.id
const declare = async (cardId: string, body: object = {}) => {
  const said = { purpose: 'Ten chairs', expectedAmount: 900, tolerance: 100, expectedMerchant: 'Chair Shop', ...body }
  return (await agent('createIntent', { params: { cardId }, body: said })).body
}
const intentOf = async (intentId: string) => (await agent('getIntent', { params: { intentId } })).body
const cardOf = async (cardId = '') => (await api.admin('getCard', { params: { cardId } })).body
const detailsOf = (cardId: string, intentId?: string) =>
  agent('getCardDetails', { params: { cardId }, body: intentId === undefined ? {} : { intentId } })
const buy = async (body: object) =>
  (
    await api.admin('createAuthorization', {
      body: { amount: 900, merchant: { name: 'Chair Shop' }, ...body },
    })
  ).body
const codesOf = ({ reasons }: { reasons: readonly { code: string }[] }) => reasons.map(({ code }) => code)
const sweep = () =>
  createSweeper({
    ...api.rig.deps,
    numberLifeMs: Number.MAX_SAFE_INTEGER,
    auditLifeMs: null,
    onError: () => undefined,
  }).runDue()

async function expectVerified() {
  const differences: string[] = []
  await verifyDatabase(api.rig.deps.database, {
    vault: await openTestVault(api.rig.deps.database),
    onDifference: (difference) => differences.push(describeReplayDifference(difference)),
  })
  expect(differences).toEqual([])
}

describe('from the declaration to the purchase', () => {
  it('is made with the intent, pays once, for the intent alone, and closes', async () => {
    const cardId = await newCard({ label: 'Office' })
    const { id: intentId, oneTimeCardId, payable } = await declare(cardId)
    expect([oneTimeCardId, payable]).toEqual([expect.stringMatching(/^card_/), true])
    const made = await cardOf(oneTimeCardId)
    expect(made).toMatchObject({
      parentCardId: cardId,
      intentId,
      customerId,
      agentId,
      usage: 'single',
      status: 'active',
      last4: null,
      limits: { perAuth: 1000 },
      policy: { onIntentMismatch: 'decline', ttlMinutes: 30 },
      expiresAt: (await intentOf(intentId)).expiresAt,
    })
    const own = await api.admin('getCardDetails', {
      params: { cardId: await newCard({ agentId: undefined }) },
      body: {},
    })
    expect(own.body.error?.code).toBe('intent_required')
    const { status, body: number } = await detailsOf(cardId, intentId)
    expect(status).toBe(200)
    expect((await detailsOf(oneTimeCardId ?? '')).body.pan).toBe(number.pan)
    const { pan, exp, cvv } = number
    expect(await cardOf(oneTimeCardId)).toMatchObject({ last4: pan.slice(-4) })
    expect((await cardOf(cardId)).last4).not.toBe(pan.slice(-4))
    const typed = { pan, exp, cvv }
    expect(await buy({ ...typed, amount: 1001 })).toMatchObject({ decision: 'decline' })
    expect(codesOf(await buy({ ...typed, merchant: { name: 'Lamp Shop' } }))).toEqual(['intent_mismatch'])
    expect(codesOf(await buy({ cardId }))).toEqual([])
    const paid = await buy({ ...typed, amount: 1000 })
    expect(paid).toMatchObject({ decision: 'approve', reasons: [] })
    const { body: transaction } = await api.admin('getTransaction', { params: { transactionId: paid.transactionId } })
    expect(transaction).toMatchObject({ cardId, oneTimeCardId, intentId, flags: { intentMatched: true } })
    expect(await cardOf(oneTimeCardId)).toMatchObject({ status: 'closed', singleUseConsumedAt: transaction.createdAt })
    expect(await intentOf(intentId)).toMatchObject({ status: 'matched', transactionId: paid.transactionId })
    expect(codesOf(await buy(typed))).toContain('card_consumed')
    const { body: settled } = await api.admin('settleAuthorization', { params: { transactionId: paid.transactionId } })
    expect(settled).toMatchObject({ status: 'settled' })
    await expectVerified()
  })
})

describe('with a person who approves', () => {
  const asked = { policy: { requireApproval: true } }

  it('is made by the approval, and lives as long as that says', async () => {
    const cardId = await newCard(asked)
    const waiting = await declare(cardId)
    expect(waiting).not.toHaveProperty('oneTimeCardId')
    api.clock.time += 60 * MINUTE_MS
    const { body } = await api.admin('approveIntent', { params: { intentId: waiting.id }, body: { validMinutes: 90 } })
    const made = await cardOf(body.oneTimeCardId)
    expect(made).toMatchObject({ createdAt: body.approvedAt, expiresAt: body.expiresAt, policy: { ttlMinutes: 90 } })
    expect(await buy({ cardId: made.id })).toMatchObject({ decision: 'approve' })
  })

  it('closes when the approval is taken back', async () => {
    const cardId = await newCard(asked)
    const { id: intentId } = await declare(cardId)
    const { oneTimeCardId = '' } = (await api.admin('approveIntent', { params: { intentId }, body: {} })).body
    await api.admin('revokeApproval', { params: { intentId }, body: {} })
    expect(await cardOf(oneTimeCardId)).toMatchObject({ status: 'closed' })
    expect(codesOf(await buy({ cardId: oneTimeCardId }))).toContain('card_closed')
    const closed = (await api.admin('listEvents', { query: { type: 'card.closed', limit: '1' } })).body.data
    expect(closed[0]?.data).toMatchObject({ cardId: oneTimeCardId, reason: 'intent_ended' })
  })
})

describe('without a purchase', () => {
  it('closes when the intent is canceled, and a number that was read pays no more', async () => {
    const cardId = await newCard()
    const { id: intentId, oneTimeCardId } = await declare(cardId)
    const { pan, exp, cvv } = (await detailsOf(cardId, intentId)).body
    await agent('cancelIntent', { params: { intentId } })
    expect(await cardOf(oneTimeCardId)).toMatchObject({ status: 'closed' })
    expect(codesOf(await buy({ pan, exp, cvv }))).toContain('card_closed')
    expect((await detailsOf(cardId, intentId)).body.error?.code).toBe('intent_not_pending')
  })

  it('declines from the end of the intent on, and the sweep closes it', async () => {
    const { oneTimeCardId } = await declare(await newCard(), { ttlMinutes: 5 })
    api.clock.time += 5 * MINUTE_MS
    expect(codesOf(await buy({ cardId: oneTimeCardId }))).toEqual(['card_expired', 'intent_missing'])
    await sweep()
    expect(await cardOf(oneTimeCardId)).toMatchObject({ status: 'closed' })
  })

  it('is replaced when the intent is corrected', async () => {
    const cardId = await newCard()
    const first = await declare(cardId, { intentId: 'order' })
    const second = await declare(cardId, { intentId: 'order', expectedAmount: 2000 })
    expect(second).toMatchObject({ id: first.id, corrections: 1 })
    expect(await cardOf(first.oneTimeCardId)).toMatchObject({ status: 'closed' })
    expect(await cardOf(second.oneTimeCardId)).toMatchObject({ status: 'active', limits: { perAuth: 2100 } })
    expect(await buy({ cardId: first.oneTimeCardId, amount: 2000 })).toMatchObject({ decision: 'decline' })
    expect(await buy({ cardId: second.oneTimeCardId, amount: 2000 })).toMatchObject({ decision: 'approve' })
    expect(await declare(cardId, { intentId: 'order', expectedAmount: 2000 })).toMatchObject({ status: 'matched' })
  })
})

describe('its parent', () => {
  it('does not pay for the intent itself, and is not found by lists of one-time cards', async () => {
    const cardId = await newCard({ policy: { requireIntent: true, onMissingIntent: 'decline' } })
    const { id: intentId, oneTimeCardId } = await declare(cardId)
    expect(codesOf(await buy({ cardId }))).toEqual(['intent_missing'])
    const idsOf = async (query: Record<string, string>) =>
      (await agent('listCards', { query: { limit: '100', ...query } })).body.data.map(({ id }) => id)
    expect(await idsOf({})).toContain(cardId)
    expect(await idsOf({})).not.toContain(oneTimeCardId)
    expect(await idsOf({ parentCardId: cardId })).toEqual([oneTimeCardId])
    expect(await idsOf({ intentId, status: 'active' })).toEqual([oneTimeCardId])
    expect(await idsOf({ parentCardId: oneTimeCardId ?? '' })).toEqual([])
  })

  it.each([
    ['frozen', 'freezeCard', 'card_frozen'],
    ['closed', 'closeCard', 'card_closed'],
  ] as const)('that is %s declines it, and releases no number', async (_, operation, code) => {
    const cardId = await newCard()
    const { id: intentId, oneTimeCardId } = await declare(cardId)
    await api.admin(operation, { params: { cardId }, body: operation === 'freezeCard' ? {} : undefined })
    expect(codesOf(await buy({ cardId: oneTimeCardId }))).toContain(code)
    expect((await detailsOf(cardId, intentId)).status).toBe(409)
  })

  it('has its spend, and its rules and those above it hold', async () => {
    const cardId = await newCard({ policy: { limits: { perDay: 2000 }, blockedMerchants: ['Steam'] } })
    const first = await declare(cardId)
    expect(await buy({ cardId: first.oneTimeCardId })).toMatchObject({ decision: 'approve' })
    const blocked = await declare(cardId, { expectedMerchant: 'Steam' })
    expect(codesOf(await buy({ cardId: blocked.oneTimeCardId, merchant: { name: 'Steam' } }))).toEqual([
      'merchant_blocked',
    ])
    const second = await declare(cardId, { expectedAmount: 1101, tolerance: 0 })
    expect(codesOf(await buy({ cardId: second.oneTimeCardId, amount: 1101 }))).toEqual(['per_day_exceeded'])
    expect((await api.admin('getCardBudget', { params: { cardId: first.oneTimeCardId ?? '' } })).body).toMatchObject({
      windows: [{ window: 'perDay', limit: 2000, spent: 900 }],
    })
  })

  it('refuses changes, intents and subscriptions of its one-time cards', async () => {
    const { oneTimeCardId: cardId = '' } = await declare(await newCard())
    const refusals = await Promise.all([
      api.admin('updateCard', { params: { cardId }, body: { policy: { onIntentMismatch: 'flag' } } }),
      agent('createIntent', { params: { cardId }, body: { purpose: 'More' } }),
      agent('createSubscription', {
        params: { cardId },
        body: { merchant: 'Hosting', maxAmount: 100, interval: 'month', purpose: 'Host' },
      }),
    ])
    for (const { status, body } of refusals) expect([status, body.error?.param]).toEqual([400, 'cardId'])
  })

  it('has a purchase of its own for the first charge of a subscription and for an intent of a single-use card', async () => {
    const single = await declare(await newCard({ usage: 'single' }))
    expect(single).not.toHaveProperty('oneTimeCardId')
    const off = await declare(await newCard({ policy: { cardPerIntent: false } }))
    expect(off).not.toHaveProperty('oneTimeCardId')
  })
})

describe('purchases at the same time, on two nodes', () => {
  it.each(['card', 'agent', 'customer'] as const)('stay within the limit of the %s', async (level) => {
    const limits = { total: 1000 }
    const policy: Policy = { cardPerIntent: true }
    const own = (of: string) => (of === level ? { limits } : {})
    const email = `${level}@example.com`
    const owner = (await api.admin('createCustomer', { body: { email, policy, ...own('customer') } })).body.id
    const buyer = (await api.admin('createAgent', { body: { customerId: owner, externalId: level, ...own('agent') } }))
      .body
    const cards = await Promise.all(
      [0, 1].map(async () => {
        const body = { customerId: owner, agentId: buyer.id, ...own('card') }
        return (await api.admin('createCard', { body })).body.id
      }),
    )
    const [first = ''] = cards
    const declaring = Array.from({ length: 30 }, async (_, index) => {
      const cardId = level === 'card' ? first : (cards[index % 2] ?? '')
      const body = { purpose: `Chair ${index}`, expectedAmount: 100, expectedMerchant: 'Chair Shop' }
      return (await api.admin('createIntent', { params: { cardId }, body })).body.oneTimeCardId
    })
    const oneTime = await Promise.all(declaring)
    expect(new Set(oneTime).size).toBe(30)
    const second = await api.rig.secondNode()
    const headers = { authorization: `Bearer ${await api.rig.key()}` }
    const bought = await Promise.all(
      oneTime.flatMap((cardId) =>
        [api.rig, second].map(async ({ app }) => {
          const payload = { cardId, amount: 100, merchant: { name: 'Chair Shop' } }
          const reply = await app.inject({ method: 'POST', url: '/v1/network/authorizations', headers, payload })
          return reply.json<{ decision: string }>().decision
        }),
      ),
    )
    expect(bought).toHaveLength(60)
    expect(bought.filter((decision) => decision === 'approve')).toHaveLength(10)
    await expectVerified()
  })
})

it('an increment stays within the ceiling, and a reversal gives the parent its room back', async () => {
  const cardId = await newCard({ limits: { total: 1000 } })
  const { oneTimeCardId } = await declare(cardId)
  const { transactionId } = await buy({ cardId: oneTimeCardId })
  const increment = async (amount: number) =>
    (await api.admin('incrementAuthorization', { params: { transactionId }, body: { amount } })).body
  expect(await increment(101)).toMatchObject({ decision: 'decline' })
  expect(await increment(50)).toMatchObject({ decision: 'approve' })
  await api.admin('freezeCard', { params: { cardId }, body: {} })
  expect(codesOf(await increment(50))).toContain('card_frozen')
  await api.admin('unfreezeCard', { params: { cardId }, body: {} })
  expect(await increment(50)).toMatchObject({ decision: 'approve' })
  await api.admin('reverseAuthorization', { params: { transactionId } })
  const next = await declare(cardId)
  const last = await buy({ cardId: next.oneTimeCardId, amount: 900 })
  expect(last).toMatchObject({ decision: 'approve' })
  await api.admin('closeCard', { params: { cardId } })
  const params = { transactionId: last.transactionId }
  const more = (await api.admin('incrementAuthorization', { params, body: { amount: 50 } })).body
  expect(codesOf(more)).toEqual(['card_closed'])
  expect((await api.admin('settleAuthorization', { params })).status).toBe(200)
})

it('a backtest of the parent decides its purchases again', async () => {
  const cardId = await newCard()
  for (let n = 0; n < 3; n += 1) await buy({ cardId: (await declare(cardId)).oneTimeCardId })
  const body = { level: 'card', id: cardId, limits: { total: 1800 } }
  expect((await api.admin('backtestPolicy', { body })).body).toMatchObject({ decisions: 3, same: 2, wouldDecline: 1 })
})

it('the journal and the audit trail with all of this are replayed without a difference', expectVerified)
