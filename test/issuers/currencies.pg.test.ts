import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseStripeAuthorization } from '../../src/issuers/stripe/authorization.ts'
import { parseStripeEvent } from '../../src/issuers/stripe/events.ts'
import { verifyDifferencesOf } from '../support/differences.ts'
import { StripeApi } from '../support/issuers/stripe-api.ts'
import { signStripeMessage } from '../support/issuers/stripe.ts'
import { lithicRig, lithicAsaSecret } from '../support/issuers/lithic-rig.ts'
import { lithicExample, signLithicMessage } from '../support/issuers/lithic-wire.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'

const billing = { line1: '1 Main Street', city: 'Berlin', postalCode: '10115', country: 'DE' }
const stripe = new StripeApi()
const secrets = { authorizations: `whsec_${'a'.repeat(32)}`, events: `whsec_${'e'.repeat(32)}` }
let service: TestPurser
beforeAll(async () => {
  await stripe.up()
  service = await startPurser({
    PURSER_TEST_CLOCK: 'true',
    PURSER_ISSUER: 'stripe',
    PURSER_STRIPE_KEY: 'rk_test_0123456789',
    PURSER_STRIPE_URL: stripe.url,
    PURSER_STRIPE_AUTHORIZATION_SECRET: secrets.authorizations,
    PURSER_STRIPE_EVENT_SECRET: secrets.events,
    PURSER_STRIPE_CURRENCIES: 'usd,eur,jpy',
  })
})
afterAll(async () => {
  await service.stop()
  await stripe.down()
})

const customerIn = async (of: TestPurser['purser'], currency: string) =>
  (await of.customers.create({ email: 'ada@example.com', name: { business: 'Ada GmbH' }, currency })).id
async function stripeCard(currency: string) {
  const { purser } = service
  const { id } = await purser.cards.create({ customerId: await customerIn(purser, currency), billing })
  await purser.testClock.advance({ seconds: 1 })
  const [made] = stripe.cardsOf(id)
  return { id, made: made as { id: string; currency: string } }
}
async function post(endpoint: keyof typeof secrets, event: object): Promise<Response> {
  const body = JSON.stringify(event)
  const now = Date.parse((await service.purser.testClock.get()).now)
  return fetch(`${service.baseUrl.replace('/v1', '')}/issuers/stripe/${endpoint}`, {
    method: 'POST',
    headers: { 'stripe-signature': signStripeMessage(body, secrets[endpoint], now) },
    body,
  })
}
const request = (key: string, card: string, pending: object) => ({
  id: `evt_${key}`,
  type: 'issuing_authorization.request',
  api_version: 'v1',
  data: { object: { id: `iauth_${key}`, amount: 0, card, request_history: [], pending_request: pending } },
})
const transactionsOf = async (cardId: string) => (await service.purser.transactions.list({ cardId })).data

describe('Stripe', () => {
  it.each(['EUR', 'JPY', 'USD'])('makes cards in %s for a customer in it, and is decided in it', async (currency) => {
    const { id, made } = await stripeCard(currency)
    expect(made.currency).toBe(currency.toLowerCase())
    const shop = { merchant_amount: 1999, merchant_currency: 'gbp' }
    const asked = request(`own_${currency}`, made.id, { amount: 2500, currency: currency.toLowerCase(), ...shop })
    expect(await (await post('authorizations', asked)).json()).toMatchObject({ approved: true })
    const [bought] = await transactionsOf(id)
    expect(bought).toMatchObject({ amount: 2500, currency, merchantAmount: 1999, merchantCurrency: 'GBP' })
  })

  it('is answered a decline about another currency, and its captures in one are not counted', async () => {
    const { id, made } = await stripeCard('EUR')
    const asked = request('other', made.id, { amount: 2500, currency: 'usd' })
    expect(await (await post('authorizations', asked)).json()).toMatchObject({ approved: false })
    const capture = { id: 'ipi_1', type: 'capture', amount: -2500, currency: 'usd', card: made.id, authorization: null }
    const told = { id: 'evt_1', type: 'issuing_transaction.created', data: { object: capture } }
    expect((await post('events', told)).status).toBe(200)
    const own = { ...capture, id: 'ipi_2', currency: 'eur' }
    expect((await post('events', { ...told, id: 'evt_2', data: { object: own } })).status).toBe(200)
    const kept = (await transactionsOf(id)).map(({ type, currency, status }) => [type, currency, status])
    expect(kept).toEqual([
      ['force_capture', 'EUR', 'settled'],
      ['authorization', 'USD', 'declined'],
    ])
    expect(await verifyDifferencesOf(service.database)).toEqual([])
  })

  it('makes none in a currency that it does not have, and the answer says which it has', async () => {
    const { purser } = service
    const customerId = await customerIn(purser, 'KWD')
    await expect(purser.cards.create({ customerId, billing })).rejects.toMatchObject({
      status: 400,
      param: 'issuer',
      message: '`stripe` issues cards in USD, EUR, JPY here, and the customer is in KWD.',
    })
    expect((await purser.cards.create({ customerId, issuer: 'purser' })).currency).toBe('KWD')
  })

  it.each([
    ['in the card’s currency is none', { merchant_amount: 5, merchant_currency: 'usd' }, undefined],
    [
      'in ISK is in hundredths there',
      { merchant_amount: 2500, merchant_currency: 'isk' },
      { amount: 25, currency: 'ISK' },
    ],
    [
      'in KWD is in thousandths',
      { merchant_amount: 2500, merchant_currency: 'kwd' },
      { amount: 2500, currency: 'KWD' },
    ],
    ['in no currency is none', { merchant_amount: 5, merchant_currency: 'xxx' }, undefined],
  ])('an amount of the merchant %s', (_what, shop, money) => {
    const pending = { amount: 500, currency: 'usd', ...shop }
    expect(parseStripeAuthorization(request('x', 'ic_1', pending))?.merchantMoney).toEqual(money)
    const capture = { id: 'ipi_1', type: 'capture', amount: -500, currency: 'usd', card: 'ic_1', ...shop }
    const [fact] = parseStripeEvent({ type: 'issuing_transaction.created', data: { object: capture } }).facts
    expect(fact?.merchantMoney).toEqual(money)
  })
})

describe('Lithic', () => {
  const rig = lithicRig({ PURSER_LITHIC_CURRENCIES: 'EUR,JPY' })

  it.each(['EUR', 'JPY'])('decides purchases in %s, the currency of its program', async (currency) => {
    const customerId = await customerIn(rig.purser, currency)
    const { id: cardId } = await rig.purser.cards.create({ customerId, issuer: 'lithic' })
    await rig.pass(1)
    const [made] = rig.lithic.cardsOf(cardId)
    const ask = async (key: string, of: string, merchant = of) => {
      const asked = lithicExample('asa.authorization')
      Object.assign(asked, {
        token: `${key}-${cardId}`,
        card: { ...asked['card'], token: made?.['token'] as string, memo: cardId },
        amounts: {
          ...asked['amounts'],
          cardholder: { amount: 4200, currency: of, conversion_rate: '1' },
          hold: { amount: 4200, currency: of },
          merchant: { amount: 999, currency: merchant },
        },
      })
      const body = JSON.stringify(asked)
      const answer = await fetch(`${rig.origin()}/issuers/lithic/authorizations`, {
        method: 'POST',
        headers: signLithicMessage(body, [lithicAsaSecret], rig.now, `msg_${key}_${currency}`),
        body,
      })
      return ((await answer.json()) as { result: string }).result
    }
    expect([await ask('own', currency, 'KWD'), await ask('other', 'USD')]).toEqual(['APPROVED', 'INSUFFICIENT_FUNDS'])
    const [declined, approved] = (await rig.purser.transactions.list({ cardId })).data
    expect(approved).toMatchObject({ amount: 4200, currency, merchantAmount: 999, merchantCurrency: 'KWD' })
    expect([declined?.currency, declined?.reasons[0]?.code]).toEqual(['USD', 'currency_not_supported'])
  })

  it('makes no cards in USD where its program has another currency', async () => {
    await expect(rig.purser.cards.create({ customerId: rig.customerId, issuer: 'lithic' })).rejects.toMatchObject({
      status: 400,
      param: 'issuer',
    })
  })
})
