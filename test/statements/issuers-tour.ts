import type { Purser } from '../../clients/typescript/src/client.ts'
import { stripeExample } from '../support/issuers/stripe.ts'
import type { StripePurchases, StripeApi } from '../support/issuers/stripe-api.ts'

const billing = { line1: '1 Main Street', city: 'Springfield', postalCode: '62704', country: 'US' }

export const stripeSettings = (stripe: StripeApi) => ({
  PURSER_STRIPE_KEY: 'rk_test_0123456789',
  PURSER_STRIPE_URL: stripe.url,
})

/** What a card at an issuer comes to: made, refused, waited for, moved by people and by purchases. */
export async function tourOfIssuers(purser: Purser, stripe: StripeApi): Promise<void> {
  const pass = () => purser.testClock.advance({ seconds: 3600 })
  const { id: customerId } = await purser.customers.create({ name: { business: 'Ink Inc.' } })
  const body = { customerId, issuer: 'stripe', billing } as const
  stripe.fate = () => ({ status: 400, message: 'No' })
  const refused = await purser.cards.create(body)
  await pass()
  stripe.fate = () => ({ status: 500, message: 'Down' })
  await purser.cards.retryIssuer(refused.id)
  await purser.cards.create({ ...body, usage: 'single' })
  await pass()
  stripe.fate = () => 'well'
  const waiting = await purser.cards.create(body)
  await purser.cards.retryIssuer(waiting.id)
  await pass()
  await purser.cards.freeze(waiting.id)
  await pass()
  await purser.account.stop({ reason: 'A drill' })
  await pass()
  await purser.account.resume({ reason: 'It is over' })
  await pass()
  stripe.purchases = purchasesWith(stripe.cardsOf(waiting.id)[0] ?? {})
  await purser.cards.details(refused.id).catch(() => undefined)
}

/** Of which Purser has not heard. */
function purchasesWith(card: object): StripePurchases {
  const { object: capture } = stripeExample('transaction.created.force_capture')['data']
  const { object: authorization } = stripeExample('authorization.created.network_fallback')['data']
  const authorizations = new Map([['one', { ...authorization, card, transactions: [] }]])
  return { authorizations, transactions: [{ ...capture, card }] }
}
