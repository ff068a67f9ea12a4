import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Policy } from '../../../src/contract/policy.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/lib/clock.ts'
import { createSweeper } from '../../../src/sweeps/sweeper.ts'
import { verifyDifferencesOf } from '../../support/differences.ts'
import { type Api, type Caller, startApi } from '../typed-api.ts'

/** An exception lifts the rules that decline one purchase, for that purchase alone: no policy changes, and nothing else passes. */
let api: Api
let customerId: string
beforeAll(async () => {
  api = await startApi()
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
})
afterAll(() => api.stop())

const SHOP = 'Strand Books'
const shop = { name: SHOP, mcc: '5942', country: 'US', networkId: '77' }
const declared = {
  purpose: 'Ink for the reading room',
  expectedAmount: 1000,
  tolerance: 200,
  expectedMerchant: SHOP,
  expectedMccs: ['5942'],
  expectedOrigin: 'https://strand.example',
}

let count = 0
async function newCard(policy: Policy = {}, more: object = {}) {
  count += 1
  const agent = { customerId, externalId: `agent-${count}`, name: 'Buyer' }
  const agentId = (await api.admin('createAgent', { body: agent })).body.id
  const cardId = (await api.admin('createCard', { body: { customerId, agentId, policy, ...more } })).body.id
  return { agentId, cardId, own: await api.as('agent', agentId) }
}
type SomeCard = Awaited<ReturnType<typeof newCard>>

const declare = async (cardId: string, body: object = declared) =>
  (await api.admin('createIntent', { params: { cardId }, body })).body
const buy = async (cardId: string, amount = 1000, merchant: object = shop) =>
  (await api.admin('createAuthorization', { body: { cardId, amount, merchant } })).body
const ask = (caller: Caller, intent: string, more: object = {}) =>
  caller('createChangeRequest', { body: { once: { intent }, why: 'The shop has no smaller one', ...more } })
const of = (changeRequestId: string) => ({ params: { changeRequestId } })
const approve = (id: string, caller: Caller = api.admin, body: object = {}) =>
  caller('approveChangeRequest', { ...of(id), body })
const intentOf = async (intentId: string) => (await api.admin('getIntent', { params: { intentId } })).body
const requestOf = async (id: string) => (await api.admin('getChangeRequest', of(id))).body

async function asked(policy: Policy, body: object = declared) {
  const card = await newCard(policy)
  const intent = await declare(card.cardId, body)
  const request = (await ask(card.own, intent.id)).body
  return { ...card, intentId: intent.id, request }
}

describe('an exception for one purchase', () => {
  it('says what it lifts, waits for a person with its intent, and lifts nothing before', async () => {
    const { cardId, own, intentId, request } = await asked({ limits: { perAuth: 500 } })
    const lifts = [
      { rule: 'limits.perAuth', code: 'per_auth_exceeded', level: 'card', window: 'perAuth', limit: 500, asked: 1200 },
    ]
    expect(request).toMatchObject({
      status: 'pending',
      wanted: {},
      once: { intent: intentId, ceiling: 1200, lifts },
      changes: [],
      approvalUrl: `https://purser.example.com/approvals/${intentId.replace('int_', 'apr_')}`,
    })
    expect(await intentOf(intentId)).toMatchObject({
      status: 'pending_approval',
      exception: { changeRequestId: request.id, lifts },
      notPayable: [{ code: 'approval_required' }],
    })
    expect((await buy(cardId)).reasons).toMatchObject([{ code: 'per_auth_exceeded' }])
    expect((await ask(own, intentId)).status).toBe(200)
    expect((await ask(own, intentId)).body.id).toBe(request.id)
  })

  it('is approved with its intent, passes once, up to the ceiling, at the shop, and changes no policy', async () => {
    const { cardId, intentId, request } = await asked({ limits: { perAuth: 500 }, duplicateWindowMinutes: 0 })
    const { status, body } = await approve(request.id, api.admin, { shown: request.subjectHash })
    expect([status, body]).toMatchObject([200, { status: 'approved', changes: [] }])
    expect(await intentOf(intentId)).toMatchObject({ status: 'pending', payable: true })
    expect((await buy(cardId, 1201)).decision).toBe('decline')
    expect((await buy(cardId, 1000, { ...shop, name: 'Powell Books' })).decision).toBe('decline')
    const { decision, transactionId, reasons } = await buy(cardId, 1200)
    expect([decision, reasons]).toEqual(['approve', []])
    const { trace } = (await api.admin('getTransaction', { params: { transactionId } })).body
    expect(trace).toContainEqual({
      rule: 'limits.perAuth',
      code: 'per_auth_exceeded',
      passed: true,
      level: 'card',
      window: 'perAuth',
      limit: 500,
      observed: 1200,
      liftedBy: request.id,
    })
    expect((await buy(cardId, 1000)).decision).toBe('decline')
    const { policy } = (await api.admin('getCard', { params: { cardId } })).body
    expect(policy.limits).toEqual({ perAuth: 500 })
  })

  it('covers increments up to the ceiling, and none beyond', async () => {
    const { cardId, request } = await asked({ limits: { perAuth: 500 }, onIntentMismatch: 'decline' })
    await approve(request.id)
    const { transactionId } = await buy(cardId, 1000)
    const more = async (amount: number) =>
      (await api.admin('incrementAuthorization', { params: { transactionId }, body: { amount } })).body.decision
    expect([await more(200), await more(1)]).toEqual(['approve', 'decline'])
  })

  it('is dry-run and shadowed as it is decided', async () => {
    const { cardId, request } = await asked({ limits: { perAuth: 500 } })
    await api.admin('updateCard', { params: { cardId }, body: { shadowPolicy: { limits: { perAuth: 400 } } } })
    await approve(request.id)
    const body = { cardId, amount: 1000, merchant: shop }
    expect((await api.admin('evaluateSpend', { body })).body.decision).toBe('approve')
    expect((await buy(cardId)).decision).toBe('approve')
  })
})

interface Case {
  readonly policy: Policy
  /** What happens before the intent is declared. */
  readonly before?: (card: SomeCard) => Promise<unknown>
  /** The code of the rule that is lifted, or what the refusal says. */
  readonly lifts?: string
  readonly refused?: RegExp
}
const NOTHING = /change nothing/
const passes = (policy: Policy): Case => ({ policy, refused: NOTHING })
const first = ({ cardId }: SomeCard) => buy(cardId, 100)

/** Each field of a policy: an exception lifts what it declines, or is refused with a reason. A field without a row does not compile. */
const fields: Readonly<Record<keyof Required<Policy>, Case>> = {
  limits: { policy: { limits: { perAuth: 500 } }, lifts: 'per_auth_exceeded' },
  maxAmount: { policy: { maxAmount: 500 }, lifts: 'per_auth_exceeded' },
  maxTransactionsPerDay: { policy: { maxTransactionsPerDay: 1 }, before: first, lifts: 'max_transactions_exceeded' },
  maxPerMerchantPerDay: { policy: { maxPerMerchantPerDay: 1000 }, before: first, lifts: 'merchant_per_day_exceeded' },
  allowedMccs: { policy: { allowedMccs: ['5734'] }, lifts: 'mcc_not_allowed' },
  blockedMccs: { policy: { blockedMccs: ['5942'] }, lifts: 'mcc_blocked' },
  allowedMerchants: { policy: { allowedMerchants: ['GitHub'] }, lifts: 'merchant_not_allowed' },
  blockedMerchants: { policy: { blockedMerchants: [SHOP] }, lifts: 'merchant_blocked' },
  allowedMerchantIds: { policy: { allowedMerchantIds: ['1'] }, lifts: 'merchant_not_allowed' },
  blockedMerchantIds: { policy: { blockedMerchantIds: ['77'] }, lifts: 'merchant_blocked' },
  allowedCountries: { policy: { allowedCountries: ['DE'] }, lifts: 'country_not_allowed' },
  blockedCountries: { policy: { blockedCountries: ['US'] }, lifts: 'country_blocked' },
  allowedOrigins: { policy: { allowedOrigins: ['https://github.com'] }, lifts: 'origin_not_allowed' },
  lockToFirstMerchant: {
    policy: { lockToFirstMerchant: true },
    before: ({ cardId }) => buy(cardId, 100, { name: 'GitHub', mcc: '5734' }),
    lifts: 'merchant_locked',
  },
  cooldownMinutes: { policy: { cooldownMinutes: 60 }, before: first, lifts: 'cooldown_active' },
  activeHours: {
    policy: { activeHours: { timezone: 'UTC', days: [], from: '08:00', to: '18:00' } },
    lifts: 'outside_active_hours',
  },
  ttlMinutes: { policy: { ttlMinutes: 1 }, refused: /card_expired.*life of a card/ },
  ttlDays: { policy: { ttlDays: 1, ttlMinutes: 1 }, refused: /card_expired/ },
  duplicateWindowMinutes: {
    policy: { duplicateWindowMinutes: 60 },
    before: ({ cardId }) => buy(cardId),
    refused: NOTHING,
  },
  requireIntent: passes({ requireIntent: true, onMissingIntent: 'decline' }),
  onMissingIntent: passes({ requireIntent: true, onMissingIntent: 'freeze' }),
  onIntentMismatch: passes({ requireIntent: true, onIntentMismatch: 'decline' }),
  intentTolerancePercent: passes({ intentTolerancePercent: 50 }),
  requireApproval: passes({ requireApproval: true }),
  autoApproveBelow: passes({ requireApproval: true, autoApproveBelow: 500 }),
  requireSeparateApprover: passes({ requireSeparateApprover: true }),
  newMerchant: passes({ newMerchant: 'approve', onMissingIntent: 'decline' }),
  requireAttestation: passes({ requireAttestation: true }),
  attestationWindowMinutes: passes({ requireAttestation: true, attestationWindowMinutes: 0 }),
  requireCvv: passes({ requireCvv: true }),
  cardPerIntent: passes({ cardPerIntent: true }),
  newOrigin: passes({ newOrigin: 'approve' }),
  autoApprovePerDay: passes({ requireApproval: true, autoApproveBelow: 5000, autoApprovePerDay: 1 }),
  rejectionMemoryHours: passes({ requireApproval: true, rejectionMemoryHours: 1 }),
}

describe('of each field of a policy', () => {
  it.each(Object.entries(fields))('%s', async (field, { policy, before, lifts, refused }) => {
    const card = await newCard(policy)
    await before?.(card)
    const intent = await declare(card.cardId)
    if (field.startsWith('ttl')) api.clock.time += MINUTE_MS
    const { status, body } = await ask(card.own, intent.id, { purchase: { amount: 1000, merchant: shop } })
    if (refused !== undefined) {
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringMatching(refused)])
      return
    }
    expect([status, body.once?.lifts]).toMatchObject([201, [{ code: lifts }]])
    const paid = field === 'allowedOrigins' ? 'approve' : 'decline'
    expect(
      (await api.admin('evaluateSpend', { body: { cardId: card.cardId, amount: 1000, merchant: shop } })).body.decision,
    ).toBe(paid)
    expect((await approve(body.id)).status).toBe(200)
    expect(await intentOf(intent.id)).toMatchObject({ status: 'pending', payable: true })
    expect((await buy(card.cardId)).decision).toBe('approve')
    expect((await buy(card.cardId, 999)).decision).toBe(paid)
  })

  it('a value of a list is lifted alone: another category or country is declined', async () => {
    const card = await newCard({ allowedCountries: ['DE'] })
    const intent = await declare(card.cardId, { ...declared, expectedMccs: undefined })
    const request = await ask(card.own, intent.id, { purchase: { amount: 1000, merchant: shop } })
    await approve(request.body.id)
    expect((await buy(card.cardId, 1000, { ...shop, country: 'FR' })).decision).toBe('decline')
    expect((await buy(card.cardId)).decision).toBe('approve')
  })
})

describe('is refused', () => {
  it.each<[string, (card: SomeCard) => Promise<unknown>, object]>([
    ['for a frozen card', ({ cardId }) => api.admin('freezeCard', { params: { cardId } }), { code: 'invalid_request' }],
    [
      'for a paused agent',
      ({ agentId }) => api.admin('updateAgent', { params: { agentId }, body: { status: 'paused' } }),
      { code: 'invalid_request' },
    ],
  ])('%s', async (_what, stop, error) => {
    const card = await newCard({ maxAmount: 500 })
    const intent = await declare(card.cardId)
    await stop(card)
    const reply = await ask(card.own, intent.id)
    expect([reply.status, (reply.body as unknown as { error: object }).error]).toMatchObject([400, error])
  })

  it('where the customer’s own cap declines: no request can change that', async () => {
    const { id } = (await api.admin('createCustomer', { body: { limits: { perAuth: 500 } } })).body
    const cardId = (await api.admin('createCard', { body: { customerId: id } })).body.id
    const intent = await declare(cardId)
    expect((await ask(api.admin, intent.id)).status).toBe(400)
  })

  it('beside `wanted`, for an intent without an amount, an approved one, and that of another agent', async () => {
    const card = await newCard({ maxAmount: 500 })
    const intent = await declare(card.cardId)
    const codeOf = async (reply: ReturnType<typeof ask>) => {
      const { status, body } = await reply
      return [status, (body as unknown as { error: { param?: string } }).error.param]
    }
    expect(await codeOf(ask(card.own, intent.id, { wanted: { limits: {} } }))).toEqual([400, 'wanted'])
    const open = await declare(card.cardId, { purpose: 'Anything' })
    expect(await codeOf(ask(card.own, open.id))).toEqual([400, 'once.intent'])
    const other = await newCard()
    expect((await ask(other.own, intent.id)).status).toBe(404)
    const stranger = await api.otherAccount()
    expect((await ask(stranger, intent.id)).status).toBe(404)
    const approved = await asked({ maxAmount: 500, requireApproval: true })
    await api.admin('approveIntent', { params: { intentId: approved.intentId }, body: {} })
    expect((await requestOf(approved.request.id)).status).toBe('approved')
    const plain = await newCard({ requireApproval: true, maxAmount: 500 })
    const { id } = await declare(plain.cardId)
    await api.admin('approveIntent', { params: { intentId: id }, body: {} })
    expect((await ask(plain.own, id)).status).toBe(409)
    const reply = await plain.own('createChangeRequest', { body: { cardId: plain.cardId, why: 'Ink' } })
    expect(reply.status).toBe(400)
  })

  it('to whoever asked for it, where four eyes are needed, and to a decision about another subject', async () => {
    const { own, intentId, request } = await asked({ maxAmount: 500, requireSeparateApprover: true })
    expect((await own('approveChangeRequest', { ...of(request.id), body: {} })).status).toBe(403)
    const byAdmin = await newCard({ maxAmount: 500, requireSeparateApprover: true })
    const intent = await declare(byAdmin.cardId)
    const { id } = (await ask(api.admin, intent.id)).body
    expect((await approve(id)).status).toBe(403)
    expect((await approve(request.id, api.admin, { shown: 'a'.repeat(64) })).status).toBe(409)
    expect((await intentOf(intentId)).status).toBe('pending_approval')
  })
})

describe('ends', () => {
  const intentParams = (intentId: string) => ({ params: { intentId }, body: {} })
  it.each<[string, (of: Awaited<ReturnType<typeof asked>>) => Promise<unknown>, string, string]>([
    [
      'by rejecting it',
      ({ request }) => api.admin('rejectChangeRequest', { ...of(request.id), body: {} }),
      'rejected',
      'rejected',
    ],
    ['by canceling it', ({ request, own }) => own('cancelChangeRequest', of(request.id)), 'canceled', 'canceled'],
    [
      'with its rejected intent',
      ({ intentId }) => api.admin('rejectIntent', intentParams(intentId)),
      'rejected',
      'rejected',
    ],
    [
      'with its canceled intent',
      ({ intentId }) => api.admin('cancelIntent', { params: { intentId } }),
      'canceled',
      'canceled',
    ],
    [
      'by time',
      async () => {
        api.clock.time += 1441 * MINUTE_MS
        const deps = { ...api.rig.deps, numberLifeMs: DAY_MS, auditLifeMs: null, onError: () => undefined }
        await createSweeper(deps).runDue()
      },
      'expired',
      'expired',
    ],
  ])('%s', async (_how, end, ofRequest, ofIntent) => {
    const some = await asked({ maxAmount: 500 })
    await end(some)
    expect((await requestOf(some.request.id)).status).toBe(ofRequest)
    expect((await intentOf(some.intentId)).status).toBe(ofIntent)
    expect((await approve(some.request.id)).status).toBe(409)
    expect((await buy(some.cardId)).decision).toBe('decline')
  })

  it('with its approval: revoked, nothing is lifted any more', async () => {
    const { cardId, intentId, request } = await asked({ maxAmount: 500 })
    await approve(request.id)
    await api.admin('revokeApproval', intentParams(intentId))
    expect((await buy(cardId)).decision).toBe('decline')
  })

  it('with a correction of the intent, which is another purchase', async () => {
    const { cardId, intentId, request } = await asked({ maxAmount: 500 }, { ...declared, intentId: 'ink' })
    expect((await declare(cardId, { ...declared, intentId: 'ink' })).exception?.changeRequestId).toBe(request.id)
    const corrected = await declare(cardId, { ...declared, intentId: 'ink', purpose: 'Paper' })
    expect([corrected.id, corrected.exception, corrected.status]).toEqual([intentId, undefined, 'pending'])
    expect((await approve(request.id)).status).toBe(409)
    expect((await buy(cardId)).decision).toBe('decline')
  })
})

it('of two purchases at once one passes', async () => {
  const { cardId, request } = await asked({ limits: { perAuth: 500 } })
  await approve(request.id)
  const both = await Promise.all([buy(cardId), buy(cardId), buy(cardId)])
  expect(both.map(({ decision }) => decision).toSorted()).toEqual(['approve', 'decline', 'decline'])
})

it('leaves books in which every decision can be made again', async () => {
  expect(await verifyDifferencesOf(api.rig.deps.database)).toEqual([])
})
