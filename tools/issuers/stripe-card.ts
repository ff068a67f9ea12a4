import type { Stripe } from 'stripe'
import type { Card, Transaction } from '../../clients/typescript/src/client.ts'
import type { SandboxCheckPurser } from './checked-purser.ts'
import { waitForTransaction } from './counted.ts'
import { assertSame, repeatSandboxReadUntil } from './steps.ts'

export const STRIPE_LIMIT_PER_PURCHASE = 5000
export const STRIPE_LIMIT_PER_DAY = 3000

const billing = { line1: '510 Townsend Street', city: 'San Francisco', state: 'CA', postalCode: '94103', country: 'US' }
const merchant = { name: 'Sandbox Books', city: 'San Francisco', country: 'US' }

/** A card that both Purser and Stripe know, and purchases with it. */
export class StripeCard {
  readonly #stripe: Stripe
  readonly #purser: SandboxCheckPurser['client']
  #here: Card | null = null
  #there: Stripe.Issuing.Card | null = null

  constructor(stripe: Stripe, { client }: SandboxCheckPurser) {
    this.#stripe = stripe
    this.#purser = client
  }

  get id(): string {
    return this.#here?.id ?? ''
  }

  /** Stripe's id of the card. */
  get token(): string {
    return this.#there?.id ?? ''
  }

  get last4(): string {
    return this.#there?.last4 ?? ''
  }

  /** Creates the card. Its holder has a telephone number, because Stripe requires one. */
  async make(): Promise<Stripe.Issuing.Card> {
    const name = { first: 'Purser', last: 'Sandbox' }
    const { id: customerId } = await this.#purser.customers.create({ name, phone: '+14155550100' })
    const policy = { limits: { perAuth: STRIPE_LIMIT_PER_PURCHASE, perDay: STRIPE_LIMIT_PER_DAY } }
    this.#here = await this.#purser.cards.create({ customerId, issuer: 'stripe', billing, policy })
    const { issuer } = await repeatSandboxReadUntil(
      () => this.#purser.cards.get(this.id),
      (card) => card.issuer?.state !== 'pending' && card.issuer?.pendingCalls === 0,
    )
    assertSame('what Stripe said of it', issuer?.lastError ?? null, null)
    const created = { gte: Math.floor(Date.now() / 1000) - 3600 }
    for await (const card of this.#stripe.issuing.cards.list({ created, limit: 100 }))
      if (card.metadata['purser_card'] === this.id) this.#there = card
    if (this.#there === null) throw new Error('it is in no list of Stripe')
    return this.#there
  }

  /** Waits until the card has this status at Stripe. */
  async is(status: string): Promise<void> {
    await repeatSandboxReadUntil(
      async () => (await this.#stripe.issuing.cards.retrieve(this.token)).status,
      (actual) => actual === status,
    )
  }

  /** Makes a purchase, and measures how long Stripe took to answer it. */
  async ask(amount: number) {
    const startedAt = performance.now()
    const { authorizations } = this.#stripe.testHelpers.issuing
    const made = await authorizations.create({ card: this.token, amount, currency: 'usd', merchant_data: merchant })
    const reason = made.request_history.at(-1)?.reason
    return { made, reason, ms: Math.round(performance.now() - startedAt) }
  }

  async force(amount: number): Promise<void> {
    await this.#stripe.testHelpers.issuing.transactions.createForceCapture(this.#moved(amount))
  }

  async giveBack(amount: number): Promise<void> {
    await this.#stripe.testHelpers.issuing.transactions.createUnlinkedRefund(this.#moved(amount))
  }

  #moved = (amount: number) => ({ card: this.token, amount, currency: 'usd', merchant_data: merchant })

  /** Waits until Purser's transaction of this authorization has these fields. Null: any transaction without an authorization. */
  counts(reference: string | null, expected: Partial<Transaction>): Promise<Transaction | undefined> {
    return waitForTransaction(this.#purser, { cardId: this.id, reference }, expected)
  }

  /** Closes the card at the end. */
  async leave(): Promise<void> {
    if (this.#there === null) return
    await this.#stripe.issuing.cards.update(this.token, { status: 'canceled' })
    await this.#stripe.issuing.cardholders.update(this.#there.cardholder.id, { status: 'inactive' })
  }
}
