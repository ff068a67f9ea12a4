import type { Random } from '../../model/random.ts'
import type { StripeEvent, StripeMock } from './stripe.ts'

/** The amount of a capture without an authorization. */
const FORCED = 11

interface Month {
  readonly random: Random
  readonly cards: readonly string[]
  readonly purchases: number
}

/**
 * Makes random purchases, captures, reversals and refunds with some cards. Resolves to the amount that each card has spent in the end, and
 * to the events.
 */
export async function randomMonth(stripe: StripeMock, { random, cards, purchases }: Month) {
  const [from, forced] = [stripe.events.length, new Map<string, number>()]
  for (let n = 0; n < purchases; n += 1) {
    const cardId = random.pick(cards)
    const id = await stripe.authorize({ cardId, amount: random.between(1, 900), isAway: random.chance(0.2) })
    if (random.chance(0.3)) await stripe.increment(id, random.between(1, 200))
    const isHeld = stripe.events.at(-1)?.body['data'].object.approved === true
    if (random.chance(0.1)) {
      stripe.capture({ cardId, amount: FORCED })
      forced.set(cardId, (forced.get(cardId) ?? 0) + FORCED)
    }
    if (isHeld && random.chance(0.2)) stripe.reverse(id)
    if (isHeld && random.chance(0.6)) stripe.capture({ cardId, id, amount: random.between(1, 900) })
    if (random.chance(0.2)) stripe.refund({ cardId, id, amount: random.between(1, 100) })
  }
  return {
    events: stripe.events.slice(from),
    spent: cards.map((cardId) => stripe.spent(cardId) + (forced.get(cardId) ?? 0)),
  }
}

/** The events of a month in random order, with some of them twice. */
export function shuffledEvents(random: Random, events: readonly StripeEvent[]): StripeEvent[] {
  const sent = [...events, ...events.filter(() => random.chance(0.1))]
  const positions = new Map(sent.map((event) => [event, random.between(0, 1_000_000)]))
  return sent.toSorted((one, other) => (positions.get(one) ?? 0) - (positions.get(other) ?? 0))
}
