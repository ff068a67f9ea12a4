import { setTimeout as delay } from 'node:timers/promises'
import { shuffledEvents } from '../../support/issuers/stripe-month.ts'
import type { StripeEvent, StripeMock } from '../../support/issuers/stripe.ts'
import type { Random } from '../random.ts'

const LOST = 0.05
/** Told with the events of the next round, or a later one. */
const LATE = 0.1
const AT_ONCE = 32
const PAUSE_MS = 50
/** A node that is busy for longer is broken. */
const MOST_TRIES = 600

/** The way of events from Stripe to Purser, on which each fares as it may: lost, doubled, late, in any order. */
export class Post {
  readonly #stripe: StripeMock
  readonly #random: Random
  #kept: StripeEvent[] = []
  readonly counts = { events: 0, told: 0, lost: 0, doubled: 0 }

  constructor(stripe: StripeMock, random: Random) {
    this.#stripe = stripe
    this.#random = random
  }

  /** Whatever has happened since the last time. `isLast`: nothing is late any more. */
  async carry(isLast: boolean): Promise<void> {
    const random = this.#random
    const happened = this.#stripe.events.splice(0)
    const heard = happened.filter(() => !random.chance(LOST))
    const told = shuffledEvents(random, heard)
    this.counts.events += happened.length
    this.counts.lost += happened.length - heard.length
    this.counts.doubled += told.length - heard.length
    const { late = [], now = [] } = Object.groupBy([...this.#kept, ...told], () =>
      !isLast && random.chance(LATE) ? 'late' : 'now',
    )
    this.#kept = late
    const carrier = async () => {
      for (let event = now.pop(); event !== undefined; event = now.pop()) await this.#tell(event)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, carrier))
  }

  async #tell(event: StripeEvent): Promise<void> {
    for (let tries = 1; (await this.#stripe.send(event)) !== 200; tries += 1) {
      if (tries === MOST_TRIES) throw new Error(`${event.type} was not heard`)
      await delay(PAUSE_MS)
    }
    this.counts.told += 1
  }
}
