import type { CardState, PendingIntent } from '../../src/domain/entities.ts'
import type { Case, Past } from './case.ts'
import type { ExposedWorld } from './exposed-world.ts'
import { day, minute, mostSpecific } from './history.ts'
import { periodStart } from './subscriptions.ts'
import { verdictOf } from './model.ts'
import type { Random } from './random.ts'

interface Purchase {
  readonly cardId: string
  readonly at: number
  amount: number
  givenBack: number
  isOpen: boolean
  readonly isAuthorization: boolean
  /** Cents of it that were bought from the world's present on. */
  fresh: number
  /** What its intent allows, where it needed one. */
  ceiling: number
}

export interface SpreeOptions {
  /** Only what no person has to approve. */
  readonly isUnapproved: boolean
}

/**
 * Spends all that can be spent in a world, greedily, asking the independent model of each purchase: what is open is given back,
 * or added to; at each moment at which something may have become possible every card buys as much as the model takes.
 */
export class Spree {
  readonly #world: ExposedWorld
  readonly #options: SpreeOptions
  readonly #cards: Map<string, CardState>
  readonly #purchases: Purchase[]
  readonly #intents: Map<string, PendingIntent[]>
  readonly #automatic: { readonly cardId: string; readonly at: number; readonly amount: number }[] = []

  constructor(world: ExposedWorld, options: SpreeOptions) {
    this.#world = world
    this.#options = options
    this.#cards = new Map(world.cards.map((card) => [card.id, card]))
    this.#intents = new Map([...world.intents].map(([id, intents]) => [id, [...intents]]))
    this.#purchases = world.bought.map(({ cardId, at, amount, isOpen }) => {
      const ceiling = Number.POSITIVE_INFINITY
      return { cardId, at, amount, givenBack: 0, isOpen, isAuthorization: true, fresh: 0, ceiling }
    })
  }

  giveBack(which: (n: number) => boolean): void {
    for (const [n, purchase] of this.#purchases.entries()) {
      if (!purchase.isOpen || !which(n)) continue
      purchase.givenBack = purchase.amount
      purchase.isOpen = false
    }
  }

  /** What was bought before a moment. */
  spentBefore(end: number): number {
    return this.#purchases.filter(({ at }) => at < end).reduce((sum, { fresh }) => sum + fresh, 0)
  }

  /** All that every card can buy at one moment, in a random order. */
  buyAt(now: number, random: Random, most: number): void {
    const order = [...this.#cards.values()].map((card) => ({ card, place: random.between(0, 1000) }))
    for (const { card } of order.toSorted((a, b) => a.place - b.place)) {
      this.#addTo(card.id, now)
      for (let n = 0; n < most && this.#buy(card.id, now); n += 1);
    }
  }

  /** From the present on, whenever something may have become possible, for so many moments. */
  spend(random: Random, { until, moments }: { until: number; moments: number }): void {
    const { now } = this.#world
    const queue = new Set<number>([now, Date.UTC(2026, 11, 1), now + day - 1, now + 7 * day - 1])
    for (let n = 0; n < moments; n += 1) {
      for (const { at } of this.#purchases) for (const length of steps) queue.add(at + length)
      const next = Math.min(...[...queue].filter((at) => at >= now && at < until && !this.#done.has(at)))
      if (next === Number.POSITIVE_INFINITY) return
      this.#done.add(next)
      this.buyAt(next, random, 3)
    }
  }
  readonly #done = new Set<number>()

  #addTo(cardId: string, now: number): void {
    for (const purchase of this.#purchases) {
      if (purchase.cardId !== cardId || !purchase.isOpen || purchase.amount === 0) continue
      const { ceiling, amount: authorizedBefore } = purchase
      const increment = { authorizedBefore, consumedCard: this.#cards.get(cardId)?.usage === 'single' }
      const amount = Math.min(this.#room(cardId, now, increment), ceiling - authorizedBefore)
      if (amount <= 0 || this.#verdict(cardId, now, { ...increment, amount }).decision === 'decline') continue
      this.#purchases.push({
        cardId,
        at: now,
        amount,
        givenBack: 0,
        isOpen: false,
        isAuthorization: false,
        fresh: amount,
        ceiling: 0,
      })
      purchase.amount += amount
      purchase.givenBack += amount // stands in the entry of its own moment
    }
  }

  /** A subscription at whose merchant the card buys, as much as it covers, where purchases need an intent or a subscription. */
  #renew(cardId: string, now: number): boolean {
    const card = this.#cards.get(cardId) as CardState
    if (mostSpecific(this.#case(cardId, now, {}), (policy) => policy.requireIntent).value !== true) return false
    for (const subscription of card.subscriptions ?? []) {
      const { maxAmount, merchant: name } = subscription
      const asked = { merchant: { name } }
      const amount = Math.min(this.#room(cardId, now, asked), maxAmount)
      if (amount <= 0) continue
      const { decision, intent } = this.#verdict(cardId, now, { ...asked, amount })
      if (decision === 'decline' || intent.kind !== 'subscribed' || intent.intentId !== subscription.id) continue
      const taken = { startsAt: periodStart(subscription, now), transactionId: 'spree' }
      const subscriptions = card.subscriptions?.map((each) => (each === subscription ? { ...each, taken } : each)) ?? []
      this.#cards.set(cardId, { ...card, subscriptions })
      this.renewals += 1
      this.#bought(cardId, { at: now, amount, ceiling: maxAmount })
      return true
    }
    return false
  }
  renewals = 0

  #buy(cardId: string, now: number): boolean {
    if (this.#renew(cardId, now)) return true
    const intent = this.#intentFor(cardId, now)
    const amount = Math.min(this.#room(cardId, now, {}), intent?.ceiling ?? Number.POSITIVE_INFINITY)
    if (amount <= 0) return false
    const intents = intent === undefined ? [] : [{ ...intent, expectedAmount: amount }]
    if (this.#verdict(cardId, now, { amount, intents }).decision === 'decline') return false
    const waiting = this.#intents.get(cardId) ?? []
    if (intent !== undefined && waiting.includes(intent)) this.#intents.set(cardId, waiting.slice(1))
    else if (intent?.ceiling !== undefined) this.#automatic.push({ cardId, at: now, amount: intent.ceiling })
    this.#bought(cardId, { at: now, amount, ceiling: intent?.ceiling ?? Number.POSITIVE_INFINITY })
    return true
  }

  #bought(cardId: string, { at, amount, ceiling }: Pick<Purchase, 'at' | 'amount' | 'ceiling'>): void {
    const card = this.#cards.get(cardId) as CardState
    if (card.usage === 'single') this.#cards.set(cardId, { ...card, status: 'closed', consumedAt: at })
    const fresh = { givenBack: 0, isOpen: true, isAuthorization: true, fresh: amount }
    this.#purchases.push({ cardId, at, amount, ceiling, ...fresh })
  }

  /** What is declared before a purchase: what waits already, else whatever the mode of the spree allows. */
  #intentFor(cardId: string, now: number): PendingIntent | undefined {
    const c = this.#case(cardId, now, {})
    const isRequired = mostSpecific(c, (policy) => policy.requireIntent).value === true
    if (!isRequired) return undefined
    const [waiting] = this.#intents.get(cardId) ?? []
    if (waiting !== undefined) return waiting
    const declared = { id: 'int_1', createdAt: now, expiresAt: now + minute }
    const needsApproval = mostSpecific(c, (policy) => policy.requireApproval).value === true
    if (!this.#options.isUnapproved || !needsApproval) return declared
    const below = mostSpecific(c, (policy) => policy.autoApproveBelow).value ?? 0
    return { ...declared, ceiling: Math.min(below - 1, this.#automaticRoom(cardId, c)) }
  }

  /** What `autoApprovePerDay` leaves: of what was approved without a person since the spree began, in the last 24 hours. */
  #automaticRoom(cardId: string, c: Case): number {
    const { value, level } = mostSpecific(c, (policy) => policy.autoApprovePerDay)
    if (value === undefined) return Number.POSITIVE_INFINITY
    const card = this.#cards.get(cardId) as CardState
    const isBeneath = (other: string) =>
      level === 'customer' || other === cardId || (level === 'agent' && this.#ofSameAgent(other, card))
    const approved = this.#automatic.filter((each) => each.at > c.request.now - day && isBeneath(each.cardId))
    return value - 1 - approved.reduce((sum, { amount }) => sum + amount, 0)
  }

  #room(cardId: string, now: number, asked: Omit<Asked, 'amount'>): number {
    return this.#verdict(cardId, now, { ...asked, amount: 1 }).available ?? 10_000
  }

  #verdict(cardId: string, now: number, asked: Asked) {
    return verdictOf(this.#case(cardId, now, asked))
  }

  #case(cardId: string, now: number, { intents = [], amount = 1, ...request }: Partial<Asked>): Case {
    const card = this.#cards.get(cardId) as CardState
    return {
      customer: this.#world.customer,
      agent: this.#world.agents.find(({ id }) => id === card.agentId) ?? null,
      card,
      history: this.#purchases.map(({ cardId: by, at, amount: spent, givenBack, isAuthorization }): Past => ({
        at,
        amount: spent,
        givenBack,
        isAuthorization,
        merchant: null,
        by: by === cardId ? 'card' : this.#ofSameAgent(by, card) ? 'agent' : 'customer',
      })),
      intents,
      lastAttestedAt: null,
      request: { amount, currency: 'USD', merchant: {}, now, ...request },
    }
  }

  #ofSameAgent(cardId: string, { agentId }: CardState): boolean {
    return agentId !== null && this.#cards.get(cardId)?.agentId === agentId
  }
}

interface Asked {
  readonly amount: number
  readonly intents?: readonly PendingIntent[]
  readonly authorizedBefore?: number
  readonly consumedCard?: boolean
  readonly merchant?: Case['request']['merchant']
}

const steps = [60 * minute, 600 * minute, day, 7 * day]
