import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/lib/clock.ts'
import type { DatabaseOptions } from '../../../src/store/connection/database.ts'
import { heldByAuthorization, StripeMock } from '../../support/issuers/stripe.ts'
import { StripeApi } from '../../support/issuers/stripe-api.ts'
import { Nodes } from '../engine/nodes.ts'
import { type Random, seededRandom } from '../random.ts'
import { walkJournals } from './journal.ts'
import { Market } from './market.ts'
import { Post } from './post.ts'
import { buildWorld, type World } from './world.ts'

export interface IssuerModelRun {
  readonly connection: DatabaseOptions['connection']
  /** That Stripe has to tell of. */
  readonly events: number
  readonly seed: number
  readonly rounds: number
  readonly onRound?: (line: string) => void
}

export interface IssuerModelResult {
  readonly events: number
  readonly lost: number
  readonly doubled: number
  readonly purchases: number
  /** Differences that the first comparison found. */
  readonly found: number
  /** Those that were there after it had repaired what it could, found by the other node. */
  readonly left: readonly string[]
  /** Times at which facts exceeded a limit. */
  readonly exceeded: number
  readonly wrong: readonly string[]
}

const SHOPPERS = 16
/** All in all, whatever the number of rounds. Holds of Stripe last shorter than Purser's. */
const LASTS_MS = 45 * DAY_MS
const STRIPE_HOLDS_MS = 8 * DAY_MS
const secret = `whsec_${'m'.repeat(32)}`

/**
 * Two nodes, and a Stripe that now and then does not reach them, hears nothing from them in time, loses, doubles and shuffles what it tells.
 * Its setting for answers that do not come is both in turn. Then one node makes both sides the same, and the other one compares.
 */
export async function runIssuerModel({ connection, ...run }: IssuerModelRun): Promise<IssuerModelResult> {
  const api = new StripeApi()
  await api.up()
  const nodes = await Nodes.start(connection, 2, {
    PURSER_HOLD_DAYS: '31',
    PURSER_ISSUER: 'stripe',
    PURSER_STRIPE_KEY: 'rk_test_0123456789',
    PURSER_STRIPE_URL: api.url,
    PURSER_STRIPE_AUTHORIZATION_SECRET: secret,
    PURSER_STRIPE_EVENT_SECRET: secret,
  })
  try {
    return await new Model(nodes, api, run).run()
  } finally {
    await nodes.stop()
    await api.down()
  }
}

class Model {
  readonly #nodes: Nodes
  readonly #api: StripeApi
  readonly #run: Omit<IssuerModelRun, 'connection'>
  readonly #random: Random
  readonly #stripe: StripeMock
  #now = 0

  constructor(nodes: Nodes, api: StripeApi, run: Omit<IssuerModelRun, 'connection'>) {
    this.#nodes = nodes
    this.#api = api
    this.#run = run
    this.#random = seededRandom(run.seed)
    this.#stripe = new StripeMock({
      origin: () => this.#random.pick(nodes.all).baseUrl.replace('/v1', ''),
      authorizationSecret: secret,
      eventSecret: secret,
      onTimeout: 'decline',
      nowMs: () => this.#now,
      cardOf: (cardId) => api.cardsOf(cardId)[0],
    })
    api.purchases = this.#stripe
  }

  async run(): Promise<IssuerModelResult> {
    const { events, rounds, onRound } = this.#run
    const world = await buildWorld(this.#nodes.first.purser, Math.max(2, Math.round(events / 10_000)))
    await this.#leap(SECOND_MS)
    const market = new Market(this.#stripe, world.cards, this.#random)
    const post = new Post(this.#stripe, this.#random)
    for (let round = 1; round <= rounds; round += 1) {
      this.#stripe.onTimeout = round % 2 === 0 ? 'approve' : 'decline'
      await this.#shop(market, events / rounds)
      await this.#freezeOne(world)
      await post.carry(false)
      await this.#leap(this.#random.between(MINUTE_MS, (2 * LASTS_MS) / rounds))
      this.#expire()
      onRound?.(`${post.counts.events} events, ${this.#stripe.authorizations.size} authorizations`)
    }
    await post.carry(true)
    await this.#leap(2 * HOUR_MS)
    return { ...post.counts, purchases: this.#stripe.authorizations.size, ...(await this.#compare(world)) }
  }

  async #shop(market: Market, events: number): Promise<void> {
    const isOver = () => this.#stripe.events.length >= events
    const shopper = async () => {
      while (!isOver()) await market.act()
    }
    const time = async () => {
      while (!isOver()) {
        await this.#nodes.tick(this.#random)
        this.#now = await this.#nodes.time()
      }
    }
    await Promise.all([time(), ...Array.from({ length: SHOPPERS }, shopper)])
  }

  /** At one node, and another card is unfrozen at the other one. Stripe does not always hear of it at once. */
  async #freezeOne({ cards }: World): Promise<void> {
    this.#api.fate = ({ method }) =>
      method === 'POST' && this.#random.chance(0.3) ? { status: 429, message: 'Not now' } : 'well'
    const [one, other] = this.#nodes.all.map(({ purser }) => purser)
    const [frozen, unfrozen] = [this.#random.pick(cards), this.#random.pick(cards)]
    await one?.cards.freeze(frozen)
    if (frozen !== unfrozen) await other?.cards.unfreeze(unfrozen)
  }

  #expire(): void {
    for (const [id, object] of this.#stripe.authorizations) {
      if (heldByAuthorization(object) > 0 && (object['created'] as number) * SECOND_MS < this.#now - STRIPE_HOLDS_MS)
        this.#stripe.expire(id)
    }
  }

  async #leap(ms: number): Promise<void> {
    await this.#nodes.leapTo((await this.#nodes.time()) + ms)
    this.#now = await this.#nodes.time()
  }

  async #compare(world: World) {
    this.#api.fate = () => 'well'
    const [one, other] = this.#nodes.all
    const fixed = await one?.reconcile({ since: 0, fix: true })
    const compared = await other?.reconcile({ since: 0, fix: false })
    const walked = await walkJournals(this.#nodes.database, world)
    const unequal = world.cards.flatMap((cardId) => {
      const [here, there] = [walked.spent.get(cardId) ?? 0, this.#spentThere(cardId)]
      return here === there ? [] : [`${cardId}: ${here} counted here, ${there} spent at Stripe`]
    })
    return {
      found: fixed?.differences.length ?? 0,
      left: compared?.differences.map((difference) => JSON.stringify(difference)) ?? ['nothing was compared'],
      exceeded: walked.exceeded,
      wrong: [...walked.wrong, ...unequal],
    }
  }

  #spentThere(cardId: string): number {
    const token = this.#api.cardsOf(cardId)[0]?.['id'] as string
    const forced = this.#stripe.transactions.filter(
      ({ card, authorization, type }) => card === token && authorization === null && type === 'capture',
    )
    return forced.reduce((sum, { amount }) => sum - (amount as number), this.#stripe.spent(cardId))
  }
}
