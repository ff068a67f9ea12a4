import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Purser } from '../../clients/typescript/src/client.ts'
import { verifyDifferencesOf } from '../support/differences.ts'
import { lithicRig } from '../support/issuers/lithic-rig.ts'
import { StripeApi } from '../support/issuers/stripe-api.ts'
import { signStripeMessage } from '../support/issuers/stripe.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'

/** Where the card is at an issuer, that issuer makes the card for one purchase (contract, section 7, One-time cards). */
const declared = { purpose: 'Ink', expectedAmount: 100, tolerance: 0 }
const policy = { cardPerIntent: true }

describe('at Stripe', () => {
  const stripe = new StripeApi()
  const secret = `whsec_${'a'.repeat(32)}`
  let service: TestPurser
  let purser: Purser
  beforeAll(async () => {
    await stripe.up()
    service = await startPurser({
      PURSER_TEST_CLOCK: 'true',
      PURSER_ISSUER: 'stripe',
      PURSER_STRIPE_KEY: 'rk_test_0123456789',
      PURSER_STRIPE_URL: stripe.url,
      PURSER_STRIPE_AUTHORIZATION_SECRET: secret,
      PURSER_STRIPE_EVENT_SECRET: `whsec_${'e'.repeat(32)}`,
    })
    purser = service.purser
  })
  afterAll(async () => {
    await service.stop()
    await stripe.down()
  })
  afterEach(() => {
    stripe.fate = () => 'well'
  })

  const pass = (seconds: number) => purser.testClock.advance({ seconds })
  const billing = { line1: '1 Main Street', city: 'Springfield', postalCode: '62704', country: 'US' }
  async function newParent() {
    const name = { first: 'Ada', last: 'Lovelace' }
    const { id: customerId } = await purser.customers.create({ email: 'ada@example.com', name })
    const { id } = await purser.cards.create({ customerId, billing, policy })
    await pass(1)
    return id
  }
  const madeFor = (cardId = '') => stripe.cardsOf(cardId)
  async function isApproved(key: string, cardId: string, amount: number): Promise<unknown> {
    const card = madeFor(cardId)[0]?.['id'] as string
    const object = {
      id: `iauth_${key}`,
      amount: 0,
      card,
      request_history: [],
      pending_request: { amount, currency: 'usd' },
    }
    const body = JSON.stringify({
      id: `evt_${key}`,
      type: 'issuing_authorization.request',
      api_version: 'v1',
      data: { object },
    })
    const now = Date.parse((await purser.testClock.get()).now)
    const headers = { 'stripe-signature': signStripeMessage(body, secret, now) }
    const url = `${service.baseUrl.replace('/v1', '')}/issuers/stripe/authorizations`
    const answer = (await (await fetch(url, { method: 'POST', headers, body })).json()) as { approved: boolean }
    return answer.approved
  }

  it('is made there for the holder of its parent, pays once and is closed there', async () => {
    const parentCardId = await newParent()
    const { oneTimeCardId = '' } = await purser.intents.declare(parentCardId, declared)
    expect(await purser.cards.get(oneTimeCardId)).toMatchObject({ issuer: { name: 'stripe', state: 'pending' } })
    await pass(1)
    const [made] = madeFor(oneTimeCardId)
    expect(made).toMatchObject({ status: 'active', cardholder: { id: madeFor(parentCardId)[0]?.['cardholder'].id } })
    expect(await purser.cards.get(oneTimeCardId)).toMatchObject({ last4: made?.['last4'], issuer: { state: 'ready' } })
    expect(await isApproved('more', oneTimeCardId, 101)).toBe(false)
    expect(await isApproved('first', oneTimeCardId, 100)).toBe(true)
    expect(await isApproved('second', oneTimeCardId, 100)).toBe(false)
    await pass(1)
    expect(madeFor(oneTimeCardId)).toMatchObject([{ status: 'canceled' }])
    const [paid] = (await purser.transactions.list({ cardId: parentCardId, status: 'pending' })).data
    expect(paid).toMatchObject({ oneTimeCardId, amount: 100 })
    expect(await verifyDifferencesOf(service.database)).toEqual([])
  })

  it('is closed there when its intent is canceled or over', async () => {
    const parentCardId = await newParent()
    const canceled = await purser.intents.declare(parentCardId, declared)
    const over = await purser.intents.declare(parentCardId, { ...declared, ttlMinutes: 1 })
    await pass(1)
    expect([...madeFor(canceled.oneTimeCardId), ...madeFor(over.oneTimeCardId)]).toMatchObject([
      { status: 'active' },
      { status: 'active' },
    ])
    await purser.intents.cancel(canceled.id)
    await pass(61)
    await pass(1)
    expect([...madeFor(canceled.oneTimeCardId), ...madeFor(over.oneTimeCardId)]).toMatchObject([
      { status: 'canceled' },
      { status: 'canceled' },
    ])
  })

  it('is made once Stripe answers again, and never where its intent has ended before', async () => {
    const parentCardId = await newParent()
    stripe.fate = () => ({ status: 500, message: 'Down' })
    const late = await purser.intents.declare(parentCardId, declared)
    const ended = await purser.intents.declare(parentCardId, declared)
    await purser.intents.cancel(ended.id)
    await pass(1)
    expect(await purser.cards.get(late.oneTimeCardId ?? '')).toMatchObject({
      issuer: { state: 'pending' },
      last4: null,
    })
    stripe.fate = () => 'well'
    await pass(120)
    expect(madeFor(late.oneTimeCardId)).toMatchObject([{ status: 'active' }])
    expect(madeFor(ended.oneTimeCardId)).toEqual([])
  })
})

describe('at Lithic', () => {
  const rig = lithicRig({ PURSER_ISSUER: 'lithic', PURSER_ISSUER_REVEAL: 'proxy' })

  it('is made there, its number is released when it is there, and it is closed when it has paid', async () => {
    const { id: parentCardId } = await rig.purser.cards.create({ customerId: rig.customerId, policy })
    await rig.pass(1)
    const { id: intentId, oneTimeCardId = '' } = await rig.purser.intents.declare(parentCardId, declared)
    const read = () => rig.purser.cards.details(parentCardId, { intentId })
    await expect(read()).rejects.toMatchObject({ code: 'card_not_active', retryAfterSeconds: 2 })
    await rig.pass(1)
    const [made] = rig.lithic.cardsOf(oneTimeCardId)
    expect((await read()).pan.slice(-4)).toBe(made?.['last_four'])
    await rig.lithic.authorize({ cardId: oneTimeCardId, amount: 101 })
    await rig.lithic.authorize({ cardId: oneTimeCardId, amount: 100 })
    await rig.lithic.authorize({ cardId: oneTimeCardId, amount: 100 })
    const { data } = await rig.purser.transactions.list({ cardId: parentCardId })
    expect(data.map(({ decision, oneTimeCardId: used }) => [decision, used])).toEqual([
      ['decline', oneTimeCardId],
      ['approve', oneTimeCardId],
      ['decline', oneTimeCardId],
    ])
    await rig.pass(1)
    expect(rig.lithic.cardsOf(oneTimeCardId)).toMatchObject([{ state: 'CLOSED' }])
    expect(await verifyDifferencesOf(rig.service.database)).toEqual([])
  })
})
