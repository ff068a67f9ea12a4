import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Policy } from '../../../src/contract/policy.ts'
import { MAX_INTENT_CORRECTIONS, MAX_INTENTS_PENDING_APPROVAL } from '../../../src/contract/resources/intents.ts'
import { verifyDifferencesOf } from '../../support/differences.ts'
import { type Api, type Caller, startApi } from '../typed-api.ts'

/** A declaration under the same `intentId` corrects the intent, while nobody has decided it and no card number was released for it. */
let api: Api
let customerId: string
beforeAll(async () => {
  api = await startApi()
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
})
afterAll(() => api.stop())

const asksFrom3000: Policy = {
  requireIntent: true,
  requireApproval: true,
  autoApproveBelow: 3000,
  onMissingIntent: 'decline',
  onIntentMismatch: 'decline',
}
const asksAlways: Policy = { requireApproval: true }
const chairs = {
  intentId: 'chairs',
  purpose: 'Two office chairs',
  expectedAmount: 2900,
  expectedMerchant: 'Strand Books',
  expectedOrigin: 'https://www.strand.example',
  items: [{ description: 'Chair', quantity: 2, amount: 2900 }],
}

const newCard = async (policy: object = {}) => (await api.admin('createCard', { body: { customerId, policy } })).body.id
const declare = (cardId: string, body: object = {}, caller: Caller = api.admin) =>
  caller('createIntent', { params: { cardId }, body: { ...chairs, ...body } })
const read = async (intentId: string) => (await api.admin('getIntent', { params: { intentId } })).body
const approve = (intentId: string) => api.admin('approveIntent', { params: { intentId } })
const buy = async (cardId: string, amount: number, merchant: object = { name: 'Strand Books' }) =>
  (await api.admin('createAuthorization', { body: { cardId, amount, merchant } })).body
const approvalOf = async (intentId: string) => {
  const { data } = (await api.admin('listApprovals', { query: { limit: '100' } })).body
  return data.find((approval) => approval.intentId === intentId)
}
const eventsOf = async (intentId: string) => {
  const { data } = (await api.admin('listEvents', { query: { limit: '100' } })).body
  return data.filter((event) => event.data['intentId'] === intentId).toReversed()
}

describe('a correction', () => {
  it.each<[string, object]>([
    ['origin', { expectedOrigin: 'https://strand.example' }],
    ['purpose', { purpose: 'Two office chairs for the reading room' }],
    ['items', { items: [{ description: 'Stool', quantity: 1, amount: 2900 }] }],
    ['amount', { expectedAmount: 2800, items: undefined }],
    ['merchant', { expectedMerchant: 'Librairie Mollat' }],
    ['categories', { expectedMccs: ['5942'] }],
    ['tolerance', { tolerance: 0 }],
    ['time to live', { ttlMinutes: 60 }],
    ['metadata', { metadata: { desk: 4 } }],
    ['currency', { expectedCurrency: 'EUR' }],
  ])('replaces the %s, whether a person is asked or not', async (_field, change) => {
    for (const policy of [{}, asksAlways]) {
      const cardId = await newCard(policy)
      const { body: first } = await declare(cardId)
      const { status, body } = await declare(cardId, change)
      const { items, ...more } = change as { items?: object }
      expect([status, body]).toMatchObject([200, { ...more, id: first.id, status: first.status, corrections: 1 }])
      if ('items' in change) expect(body.items).toEqual(items)
      expect(await read(first.id)).toEqual(body)
      expect(await declare(cardId, change)).toMatchObject({ status: 200, body: { corrections: 1 } })
      if (policy === asksAlways) {
        const { policy: _policy, ...subject } = (await approvalOf(first.id))?.subject ?? {}
        expect(body).toMatchObject(subject)
      }
    }
  })

  it('is the purchase that is matched then, and not the one before', async () => {
    const cardId = await newCard(asksFrom3000)
    const { id } = (await declare(cardId, { expectedAmount: 1000, items: undefined })).body
    expect((await buy(cardId, 2000)).decision).toBe('decline')
    const { body } = await declare(cardId, { expectedAmount: 2000, items: undefined })
    expect([body.id, body.ceiling]).toEqual([id, 2200])
    expect((await buy(cardId, 1000)).decision).toBe('decline')
    expect((await buy(cardId, 2000)).transaction).toMatchObject({ intentId: id, amount: 2000 })
  })

  it('that needs a person asks one, and one that does not asks nobody any more', async () => {
    const cardId = await newCard(asksFrom3000)
    const { id } = (await declare(cardId)).body
    const dearer = { expectedAmount: 4000, items: undefined }
    expect((await declare(cardId, dearer)).body).toMatchObject({
      id,
      status: 'pending_approval',
      requiresApproval: true,
      ceiling: 4400,
    })
    expect(await approvalOf(id)).toMatchObject({ status: 'pending', subject: { expectedAmount: 4000, ceiling: 4400 } })
    expect((await buy(cardId, 2900)).decision).toBe('decline')
    expect((await declare(cardId)).body).toMatchObject({
      id,
      status: 'pending',
      requiresApproval: false,
      ceiling: 2999,
    })
    expect(await approvalOf(id)).toMatchObject({ status: 'canceled' })
    expect((await approve(id)).body.error?.code).toBe('intent_not_pending')
    expect((await declare(cardId, dearer)).body.status).toBe('pending_approval')
    expect(await approvalOf(id)).toMatchObject({ status: 'pending' })
    expect((await approve(id)).body).toMatchObject({ status: 'pending', expectedAmount: 4000 })
    const told = (await eventsOf(id)).map(({ type, data }) => [type, data['status'], data['corrections']])
    expect(told).toEqual([
      ['intent.created', 'pending', undefined],
      ['intent.corrected', 'pending_approval', 1],
      ['intent.pending_approval', 'pending_approval', 1],
      ['intent.corrected', 'pending', 2],
      ['intent.corrected', 'pending_approval', 3],
      ['intent.pending_approval', 'pending_approval', 3],
      ['intent.approved', 'pending', 3],
    ])
  })

  it('leaves events from before it as they were', async () => {
    const cardId = await newCard(asksAlways)
    const { body: before } = await declare(cardId)
    const { body: after } = await declare(cardId, { expectedOrigin: 'https://strand.example', purpose: 'A stool' })
    const told = (await eventsOf(before.id)).map(({ type, data }) => [type, data['intent']])
    const shown = ({
      approvalUrl: _url,
      subjectHash: _hash,
      payable: _may,
      notPayable: _why,
      ...intent
    }: typeof before) => intent
    expect(told).toEqual([
      ['intent.created', shown(before)],
      ['intent.pending_approval', shown(before)],
      ['intent.corrected', shown(after)],
    ])
  })

  it('is judged by the policy of its moment', async () => {
    const cardId = await newCard()
    await declare(cardId)
    await api.admin('updateCard', {
      params: { cardId },
      body: { policy: { ...asksAlways, intentTolerancePercent: 5 } },
    })
    const { body } = await declare(cardId, { tolerance: 500 })
    expect(body.error).toMatchObject({ code: 'invalid_request', param: 'tolerance' })
    expect((await declare(cardId, { tolerance: 100 })).body).toMatchObject({
      status: 'pending_approval',
      ceiling: 3000,
    })
    await api.admin('closeCard', { params: { cardId } })
    expect((await declare(cardId)).body.error?.code).toBe('card_closed')
  })

  it('between the look of a person and the decision is not what the person decides about', async () => {
    const cardId = await newCard(asksAlways)
    const { body: shown } = await declare(cardId)
    const changes = [{ expectedOrigin: 'https://strand.example' }, { purpose: 'A stool' }, { metadata: { desk: 4 } }]
    for (const change of changes) {
      const { body: now } = await declare(cardId, change)
      for (const decide of ['approveIntent', 'rejectIntent'] as const) {
        const params = { intentId: shown.id }
        const { status, body } = await api.admin(decide, { params, body: { shown: shown.subjectHash } })
        expect([status, body.error?.code]).toEqual([409, 'subject_changed'])
        expect(body.error?.details).toMatchObject({ subjectHash: now.subjectHash, subject: change })
      }
    }
    const { subjectHash } = await read(shown.id)
    const { status } = await api.admin('approveIntent', {
      params: { intentId: shown.id },
      body: { shown: subjectHash },
    })
    expect(status).toBe(200)
  })

  it('cannot crowd the people who decide', async () => {
    const agent = (await api.admin('createAgent', { body: { customerId, externalId: 'buyer', name: 'Buyer' } })).body
    const { id: cardId } = (
      await api.admin('createCard', { body: { customerId, agentId: agent.id, policy: asksFrom3000 } })
    ).body
    await declare(cardId, { intentId: 'small' })
    const dear = { expectedAmount: 4000, items: undefined }
    for (let n = 0; n < MAX_INTENTS_PENDING_APPROVAL; n += 1) await declare(cardId, { ...dear, intentId: `dear ${n}` })
    expect((await declare(cardId, { ...dear, intentId: 'small' })).body.error?.code).toBe('too_many_waiting')
    expect((await declare(cardId, { ...dear, intentId: 'dear 1', purpose: 'Others' })).status).toBe(200)
  })

  it('has whoever corrects it as the one who declared it', async () => {
    const cardId = await newCard({ ...asksAlways, requireSeparateApprover: true })
    const { id } = (await declare(cardId, {}, await api.as('admin'))).body
    await declare(cardId, { purpose: 'A stool' })
    expect((await approve(id)).body.error?.code).toBe('self_approval')
  })
})

describe('an intent that cannot be corrected', () => {
  const differing = { expectedAmount: 2000, expectedOrigin: 'https://other.example', items: undefined }
  type Ended = (intentId: string, cardId: string) => Promise<unknown>
  it.each<[string, Policy, Ended, string, RegExp]>([
    ['was approved', asksAlways, approve, 'pending', /it was approved/],
    [
      'was rejected',
      asksAlways,
      (intentId) => api.admin('rejectIntent', { params: { intentId } }),
      'rejected',
      /it is rejected/,
    ],
    [
      'was canceled',
      {},
      (intentId) => api.admin('cancelIntent', { params: { intentId } }),
      'canceled',
      /it is canceled/,
    ],
    [
      'was approved, and that taken back',
      asksAlways,
      async (intentId) => {
        await approve(intentId)
        await api.admin('revokeApproval', { params: { intentId }, body: { reason: 'A desk' } })
      },
      'canceled',
      /its approval was revoked/,
    ],
    ['was paid', {}, (_id, cardId) => buy(cardId, 2900), 'matched', /it is matched/],
    [
      'had its number released',
      {},
      (intentId, cardId) => api.admin('getCardDetails', { params: { cardId }, body: { intentId, purpose: 'Chairs' } }),
      'pending',
      /number was released/,
    ],
    [
      'was corrected too often',
      {},
      async (_id, cardId) => {
        for (let n = 0; n < MAX_INTENT_CORRECTIONS; n += 1) await declare(cardId, { purpose: `Chairs ${n}` })
        await declare(cardId, {})
      },
      'pending',
      /corrected 20 times/,
    ],
  ])('%s: 409 names what differs and the two ways out', async (_why, policy, end, status, message) => {
    const cardId = await newCard(policy)
    const { id } = (await declare(cardId)).body
    await end(id, cardId)
    const before = await read(id)
    const { status: code, body } = await declare(cardId, {
      ...before,
      ...differing,
      purpose: before.purpose,
      intentId: 'chairs',
      ...unsent,
    })
    expect([code, body.error]).toMatchObject([
      409,
      {
        code: 'intent_conflict',
        param: 'intentId',
        message: expect.stringMatching(message),
        details: {
          intentId: id,
          status,
          differing: expect.arrayContaining(['expectedAmount', 'expectedOrigin', 'items']),
        },
      },
    ])
    expect(body.error?.message).toContain('`expectedAmount`')
    expect(body.error?.hint).toContain('new `intentId`')
    expect(/cancel/.test(body.error?.hint ?? '')).toBe(status === 'pending')
    expect(await read(id)).toEqual(before)
  })

  it('still answers the same body', async () => {
    const cardId = await newCard(asksAlways)
    const { id } = (await declare(cardId)).body
    await approve(id)
    expect(await declare(cardId)).toMatchObject({ status: 200, body: { id, status: 'pending' } })
  })
})

describe('a correction at the same time as', () => {
  const ROUNDS = 12
  const cheaper = { expectedAmount: 2500, items: undefined }

  /** Corrects an intent while something else happens to it, in one order and the other. */
  async function race<T>(
    policy: Policy,
    other: (intentId: string, cardId: string, shown: string | undefined) => Promise<T>,
  ) {
    const cardId = await newCard(policy)
    return Promise.all(
      Array.from({ length: ROUNDS }, async (_, n) => {
        const own = await (n % 2 === 0 ? Promise.resolve(cardId) : newCard(policy))
        const { id, subjectHash } = (await declare(own, { intentId: `race ${n}` })).body
        const correct = () => declare(own, { ...cheaper, intentId: `race ${n}` })
        const both = n % 3 === 0 ? [other(id, own, subjectHash), correct()] : [correct(), other(id, own, subjectHash)]
        const done = await Promise.all(both as Promise<unknown>[])
        const corrected = done[n % 3 === 0 ? 1 : 0] as Awaited<ReturnType<typeof correct>>
        const answer = done[n % 3 === 0 ? 0 : 1] as T
        return { corrected, answer, intent: await read(id) }
      }),
    )
  }

  it('an approval: one of them is first, and the other one knows it', async () => {
    for (const { corrected, answer, intent } of await race(asksAlways, approve)) {
      expect([200, 409]).toContain(corrected.status)
      expect(answer.status).toBe(200)
      expect(intent).toMatchObject({ status: 'pending', expectedAmount: corrected.status === 200 ? 2500 : 2900 })
      expect(answer.body.expectedAmount).toBe(intent.expectedAmount)
    }
  })

  it('an approval of what was shown: exactly one of them holds', async () => {
    const approveShown = async (intentId: string, _cardId: string, shown: string | undefined) =>
      api.admin('approveIntent', { params: { intentId }, body: { shown } })
    for (const { corrected, answer, intent } of await race(asksAlways, approveShown)) {
      expect([corrected.status, answer.status].toSorted((a, b) => a - b)).toEqual([200, 409])
      expect(answer.status === 409 ? answer.body.error?.code : corrected.body.error?.code).toBe(
        answer.status === 409 ? 'subject_changed' : 'intent_conflict',
      )
      expect([intent.status, intent.expectedAmount]).toEqual(
        answer.status === 200 ? ['pending', 2900] : ['pending_approval', 2500],
      )
    }
  })

  it('a read of the number: what was released is what the intent says afterwards', async () => {
    const details = (intentId: string, cardId: string) =>
      api.admin('getCardDetails', { params: { cardId }, body: { intentId, purpose: 'Chairs' } })
    for (const { corrected, answer, intent } of await race({}, details)) {
      expect([200, 429]).toContain(answer.status)
      if (corrected.status === 409) expect(answer.status).toBe(200)
      expect(intent.expectedAmount).toBe(corrected.status === 200 ? 2500 : 2900)
    }
  })

  it('its purchase: the purchase matches what the intent says afterwards, or nothing', async () => {
    const pay = (_id: string, cardId: string) => buy(cardId, 2900)
    for (const { corrected, answer, intent } of await race(asksFrom3000, pay)) {
      if (answer.transaction.intentId !== intent.id) continue
      expect(corrected.status).toBe(409)
      expect(intent).toMatchObject({ status: 'matched', expectedAmount: 2900 })
    }
  })
})

/** Fields of the record that a declaration does not take. */
const unsent = Object.fromEntries(
  [
    'id',
    'customerId',
    'agentId',
    'cardId',
    'status',
    'ceiling',
    'requiresApproval',
    'approvalReasons',
    'approvedBy',
    'approvedAt',
    'rejectedBy',
    'rejectedAt',
    'canceledAt',
    'revokedBy',
    'revokedAt',
    'revocationReason',
    'matchedAt',
    'transactionId',
    'matchResult',
    'expiresAt',
    'createdAt',
    'corrections',
    'correctedAt',
    'payable',
    'notPayable',
  ].map((name) => [name, undefined]),
)

it('every decision before and after corrections can be made again', async () => {
  expect(await verifyDifferencesOf(api.rig.deps.database)).toEqual([])
})
