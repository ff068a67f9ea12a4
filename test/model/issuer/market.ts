import { heldByAuthorization, type StripeMock } from '../../support/issuers/stripe.ts'
import type { Random } from '../random.ts'

interface Purchase {
  readonly cardId: string
  /** Stripe's, of its authorization. */
  readonly id: string
}

/** Fewer than this, and somebody buys. */
const FEW = 20
const MOST_CENTS = 900
/** As often as they stand here. What is held no more is captured all the same. */
const OF_HELD = [
  'increment',
  'increment',
  'reverse',
  'reverse a part',
  'capture a part',
  'capture it',
  'capture',
  'refund',
] as const
const OF_OTHERS = ['capture', 'refund', 'refund', 'refund', 'refund', 'refund', 'refund', 'refund'] as const

/**
 * What is bought with cards of Stripe: authorizations, and whatever may follow them, in any state that they are in. Stripe asks, or does not
 * reach Purser, or does not hear its answer in time; its network answers for itself.
 */
export class Market {
  readonly #stripe: StripeMock
  readonly #cards: readonly string[]
  readonly #random: Random
  /** Of which somebody may want something yet. Whoever does takes it out meanwhile. */
  readonly #known: Purchase[] = []

  constructor(stripe: StripeMock, cards: readonly string[], random: Random) {
    this.#stripe = stripe
    this.#cards = cards
    this.#random = random
  }

  async act(): Promise<void> {
    const random = this.#random
    const purchase =
      this.#known.length < FEW || random.chance(0.4) ? await this.#buy() : await this.#goOn(this.#takeOne())
    if (random.chance(0.8)) this.#known.push(purchase)
    if (random.chance(0.02)) this.#stripe.capture({ cardId: purchase.cardId, amount: random.between(1, 99) })
    if (random.chance(0.02)) this.#stripe.refund({ cardId: purchase.cardId, amount: random.between(1, 99) })
  }

  #takeOne(): Purchase {
    const place = this.#random.between(0, this.#known.length - 1)
    return this.#known.splice(place, 1)[0] as Purchase
  }

  async #buy(): Promise<Purchase> {
    const random = this.#random
    const cardId = random.pick(this.#cards)
    const asked = { cardId, amount: random.chance(0.03) ? 0 : random.between(1, MOST_CENTS) }
    return { cardId, id: await this.#stripe.authorize({ ...asked, isAway: random.chance(0.05), ...this.#unheard() }) }
  }

  /** Each of both is seldom. */
  #unheard() {
    return { unheard: this.#random.maybe(0.08, () => this.#random.pick(['question', 'answer'] as const)) }
  }

  async #goOn(purchase: Purchase): Promise<Purchase> {
    const [random, stripe, { id }] = [this.#random, this.#stripe, purchase]
    const held = heldByAuthorization(stripe.authorizations.get(id) ?? {})
    const part = random.between(1, Math.max(1, held - 1))
    const amount = random.between(1, MOST_CENTS)
    const acts = {
      increment: () => stripe.increment(id, random.between(1, 200), this.#unheard().unheard),
      reverse: () => stripe.reverse(id),
      'reverse a part': () => stripe.reverse(id, part),
      'capture a part': () => stripe.capture({ ...purchase, amount: part, isPartial: true }),
      'capture it': () => stripe.capture({ ...purchase, amount: held }),
      capture: () => stripe.capture({ ...purchase, amount }),
      refund: () => stripe.refund({ ...purchase, amount }),
    }
    await acts[random.pick(held > 1 ? OF_HELD : OF_OTHERS)]()
    return purchase
  }
}
