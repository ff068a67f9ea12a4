import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyDifferencesOf } from '../../support/differences.ts'
import { type Api, type Caller, startApi } from '../typed-api.ts'

/** The first charge of a period that an agent pays itself, and a subscription that replaces another. */
let api: Api
let customerId: string
beforeAll(async () => {
  api = await startApi()
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
})
afterAll(() => api.stop())

const STRICT = { requireIntent: true, onMissingIntent: 'decline', onIntentMismatch: 'decline' }
const ASKING = { ...STRICT, requireApproval: true, autoApproveBelow: 2000 }
const NEWS = { name: 'Daily News', mcc: '5968' }
const wish = { merchant: 'Daily News', maxAmount: 900, interval: 'month', purpose: 'The newspaper' }

let count = 0
async function newAgent(policy: object = STRICT) {
  count += 1
  const agent = { customerId, externalId: `first-${count}`, name: 'Reader' }
  const agentId = (await api.admin('createAgent', { body: agent })).body.id
  const cardId = (await api.admin('createCard', { body: { customerId, agentId, policy } })).body.id
  return { cardId, own: await api.as('agent', agentId) }
}
const subscribe = async (caller: Caller, cardId: string, body: object = {}) =>
  (await caller('createSubscription', { params: { cardId }, body: { ...wish, ...body } })).body
const declare = (caller: Caller, cardId: string, body: object) =>
  caller('createIntent', {
    params: { cardId },
    body: { purpose: 'November', expectedAmount: 900, expectedMerchant: 'Daily News', ...body },
  })
const read = async (subscriptionId: string) => (await api.admin('getSubscription', { params: { subscriptionId } })).body
const readIntent = async (intentId: string) => (await api.admin('getIntent', { params: { intentId } })).body
const buy = async (cardId: string, amount: number) =>
  (await api.admin('createAuthorization', { body: { cardId, amount, merchant: NEWS } })).body

describe('the first charge of a period', () => {
  it('takes the period, so that no second one passes in it', async () => {
    const { cardId, own } = await newAgent()
    const { id: subscriptionId } = await subscribe(own, cardId)
    const { status, body: intent } = await declare(own, cardId, { subscriptionId })
    expect([status, intent]).toMatchObject([
      201,
      { status: 'pending', requiresApproval: false, subscriptionId, ceiling: 900, payable: true },
    ])
    const first = await buy(cardId, 900)
    expect(first).toMatchObject({
      decision: 'approve',
      flags: { intentMatched: true },
      transaction: { intentId: intent.id, subscriptionId },
    })
    expect(await read(subscriptionId)).toMatchObject({ period: { transactionId: first.transactionId } })
    expect(await buy(cardId, 900)).toMatchObject({ decision: 'decline', reasons: [{ code: 'intent_missing' }] })
    const again = await declare(own, cardId, { subscriptionId })
    expect([again.status, again.body]).toMatchObject([409, { error: { code: 'subscription_conflict' } }])
  })

  it('needs no person where the subscription needed one, and costs no more than it', async () => {
    const { cardId, own } = await newAgent({ ...ASKING, autoApproveBelow: 0, newMerchant: 'approve' })
    const { id: subscriptionId } = await subscribe(own, cardId)
    await api.admin('approveSubscription', { params: { subscriptionId } })
    const { body: intent } = await declare(own, cardId, { subscriptionId })
    expect(intent).toMatchObject({ status: 'pending', payable: true, ceiling: 900 })
    expect(await buy(cardId, 901)).toMatchObject({ decision: 'decline' })
    expect(await buy(cardId, 900)).toMatchObject({ decision: 'approve', transaction: { intentId: intent.id } })
  })

  it('gives the period back with its purchase', async () => {
    const { cardId, own } = await newAgent()
    const { id: subscriptionId } = await subscribe(own, cardId)
    await declare(own, cardId, { subscriptionId })
    const { transactionId } = await buy(cardId, 900)
    await api.admin('reverseAuthorization', { params: { transactionId }, body: {} })
    expect((await read(subscriptionId)).period).not.toHaveProperty('transactionId')
    expect(await buy(cardId, 900)).toMatchObject({ decision: 'approve', flags: { subscriptionMatched: true } })
  })

  it('is bound by its intent, increments included', async () => {
    const { cardId, own } = await newAgent()
    const { id: subscriptionId } = await subscribe(own, cardId)
    await declare(own, cardId, { subscriptionId, expectedAmount: 500 })
    const { transactionId } = await buy(cardId, 500)
    const more = (amount: number) =>
      api.admin('incrementAuthorization', { params: { transactionId }, body: { amount } })
    expect((await more(400)).body).toMatchObject({ decision: 'decline' })
    expect((await more(50)).body).toMatchObject({ decision: 'approve' })
  })

  it.each<[string, object, number, string]>([
    ['a larger amount', { expectedAmount: 901 }, 400, 'expectedAmount'],
    ['no amount', { expectedAmount: undefined }, 400, 'expectedAmount'],
    ['another merchant', { expectedMerchant: 'Weekly News' }, 400, 'expectedMerchant'],
  ])('is refused for %s', async (_what, body, status, param) => {
    const { cardId, own } = await newAgent()
    const { id: subscriptionId } = await subscribe(own, cardId)
    const refused = await declare(own, cardId, { subscriptionId, ...body })
    expect([refused.status, refused.body]).toMatchObject([status, { error: { param } }])
  })

  it('can no longer be paid once the subscription is paused', async () => {
    const { cardId, own } = await newAgent()
    const { id: subscriptionId } = await subscribe(own, cardId)
    const { body: intent } = await declare(own, cardId, { subscriptionId })
    await api.admin('pauseSubscription', { params: { subscriptionId } })
    expect(await readIntent(intent.id)).toMatchObject({
      payable: false,
      notPayable: expect.arrayContaining([expect.objectContaining({ code: 'subscription_not_open' })]),
    })
    expect(await buy(cardId, 900)).toMatchObject({ decision: 'decline' })
    expect((await declare(own, cardId, { subscriptionId })).status).toBe(409)
  })
})

describe('a subscription that replaces another', () => {
  it('is not approved by autoApproveBelow where it may take more, and ends the old one when a person approves', async () => {
    const { cardId, own } = await newAgent(ASKING)
    const old = await subscribe(own, cardId)
    expect(old.status).toBe('active')
    const raised = await subscribe(own, cardId, { maxAmount: 1500, replaces: old.id })
    expect(raised).toMatchObject({ status: 'pending_approval', requiresApproval: true, replaces: old.id })
    expect((await read(old.id)).status).toBe('active')
    await api.admin('approveSubscription', { params: { subscriptionId: raised.id } })
    expect([(await read(old.id)).status, (await read(raised.id)).status]).toEqual(['canceled', 'active'])
  })

  it.each<[string, object, string]>([
    ['one beside the other', { maxAmount: 500 }, 'pending_approval'],
    ['a cheaper one in its place', { maxAmount: 500, replaces: true }, 'active'],
    ['the same amount each week', { interval: 'week', replaces: true }, 'pending_approval'],
  ])('%s', async (_what, body, status) => {
    const { cardId, own } = await newAgent(ASKING)
    const old = await subscribe(own, cardId)
    const asked = await subscribe(own, cardId, { ...body, ...('replaces' in body ? { replaces: old.id } : {}) })
    expect([asked.status, (await read(old.id)).status]).toEqual([status, status === 'active' ? 'canceled' : 'active'])
  })

  it('has to be on the card and at the merchant', async () => {
    const { cardId, own } = await newAgent()
    const old = await subscribe(own, cardId)
    const at = (body: object) => own('createSubscription', { params: { cardId }, body: { ...wish, ...body } })
    const refused = [
      await at({ merchant: 'Weekly News', replaces: old.id }),
      await at({ replaces: old.id.replace(/.{3}$/, '000') }),
    ]
    expect(refused.map(({ status, body }) => [status, body.error?.param])).toEqual([
      [400, 'replaces'],
      [404, 'replaces'],
    ])
    await own('cancelSubscription', { params: { subscriptionId: old.id } })
    expect((await at({ replaces: old.id })).status).toBe(409)
  })
})

it('leaves nothing that verify finds wrong', async () => {
  expect(await verifyDifferencesOf(api.rig.deps.database)).toEqual([])
})
