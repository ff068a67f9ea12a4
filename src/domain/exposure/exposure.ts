import type { Exposure } from '../../contract/resources/exposure.ts'
import { present } from '../../lib/assert.ts'
import { timestamp } from '../../lib/clock.ts'
import type { Subject } from '../entities.ts'
import type { Hold } from '../spend/holds.ts'
import { boundBy } from './bound-by.ts'
import { exposedCard } from './exposed-card.ts'
import { boundsUntil, type ExposedLevel } from './exposure-bound.ts'
import { horizonsFrom, timedLimits } from './limit-room.ts'

/** Cards that are looked at one by one. Where a level has more, only its own limits and those above it bound its exposure. */
export const MOST_EXPOSED_CARDS = 2000

/** What an exposure is computed from. */
export interface ExposureFacts {
  /** The level that is asked about, with those above it. */
  readonly subject: Subject
  /** The cards beneath it, with what stands above each. */
  readonly cards: readonly Subject[]
  /** There are more than these. */
  readonly isPartial: boolean
  /** Beneath the customer. */
  readonly holds: readonly Hold[]
  /** Unix milliseconds. */
  readonly now: number
}

/**
 * The most that could still be approved until each horizon, if all were bought that may be (contract, section 5). What is
 * given back again counts once; what is held may be given back at any moment, and then be bought again.
 */
export function exposureOf(
  facts: ExposureFacts,
  { mostBounding }: { mostBounding: number } = { mostBounding: 100 },
): Exposure {
  const { now } = facts
  const root = levelsOf(facts)
  const horizons = horizonsFrom(now)
  return {
    now: timestamp(now),
    horizons: (['day', 'week', 'month', 'lifetime'] as const).map((until) => {
      const asked = { now, length: horizons[until], isUnapproved: false }
      const boundOf = boundsUntil(asked)
      return { until, most: cents(boundOf(root)), boundBy: boundBy(root, { ...asked, boundOf }, mostBounding) }
    }),
    unapprovedMost: cents(unapproved(root, now)),
  }
}

/** The part of the next 24 hours that needs no person, cents. Infinite: nothing bounds it. */
export const unapprovedMostOf = (facts: ExposureFacts): number => unapproved(levelsOf(facts), facts.now)

const unapproved = (root: ExposedLevel, now: number): number =>
  boundsUntil({ now, length: horizonsFrom(now).day, isUnapproved: true })(root)

/** No ledger holds more than the largest amount. */
const cents = (bound: number): number | null =>
  bound === Number.POSITIVE_INFINITY ? null : Math.min(bound, Number.MAX_SAFE_INTEGER)

/** The customer with its own limits; beneath it what is asked about. */
function levelsOf({ subject, cards, isPartial, holds, now }: ExposureFacts): ExposedLevel {
  const { customer, agent, spend } = subject
  const ofAgents = Map.groupBy(holds, ({ agentId }) => agentId)
  const ofCards = Map.groupBy(holds, ({ cardId }) => cardId)
  const leaves = Map.groupBy(cards, ({ agent: holder }) => holder?.id ?? null)
  const leafOf = (each: Subject): ExposedLevel => ({
    limits: [],
    beneath: [],
    card: exposedCard(each, ofCards.get(present(each.card, 'a card').id) ?? [], now),
  })
  const agentLevel = (id: string, holder: Subject): ExposedLevel => ({
    limits: timedLimits(
      { level: 'agent', id, spend: present(holder.spend.agent, 'an agent has spend'), holds: ofAgents.get(id) ?? [] },
      holder.agent?.limits,
      now,
    ),
    beneath: (leaves.get(id) ?? []).map(leafOf),
    isPartial: isPartial && agent !== null,
  })
  const agents = agent === null ? [...leaves] : [[agent.id, [subject]] as const]
  return {
    limits: timedLimits({ level: 'customer', id: customer.id, spend: spend.customer, holds }, customer.limits, now),
    beneath: agents.flatMap(([id, [first]]) =>
      id === null || first === undefined ? (leaves.get(null) ?? []).map(leafOf) : [agentLevel(id, first)],
    ),
    isPartial: isPartial && agent === null,
  }
}
