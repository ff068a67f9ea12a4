import { currencyUnlessDefault } from '../currencies.ts'
import type { ReasonLevel } from '../../contract/policy.ts'
import type { Exposure } from '../../contract/resources/exposure.ts'
import { assertPresent } from '../../lib/assert.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import type { SpendingSubject } from '../entities.ts'
import type { Hold } from '../spend/holds.ts'
import { limitsThatBoundExposure } from './exposure-bound-by.ts'
import { exposedCard } from './exposed-card.ts'
import { exposureBoundsUntil, type ExposedLevel } from './exposure-bound.ts'
import { exposureHorizonLengthsMs, limitsOverTimeOfLevel } from './limit-room.ts'

/**
 * The most cards that an exposure examines one by one. If a level has more cards, only the limits of the level itself and of the levels
 * above it bound its exposure.
 */
export const MOST_EXPOSED_CARDS = 2000

export interface ExposureInputs {
  /** The level whose exposure is computed, with the levels above it, as the subject of a decision. */
  readonly subject: SpendingSubject
  /** The cards beneath the level whose exposure is computed, each with the levels above it. */
  readonly cards: readonly SpendingSubject[]
  /** Whether the level whose exposure is computed has more cards than `cards` contains. */
  readonly isPartial: boolean
  /** All open holds of the customer. */
  readonly holds: readonly Hold[]
  /** The time from which the exposure counts, in Unix milliseconds. */
  readonly now: number
}

/**
 * The most that could still be approved within a day, a week, the month and for ever (the horizons), if everything permitted were bought
 * (contract, section 5). Cents that are bought, reversed and bought again count once. Cents that are held now count as if they could be
 * reversed at any moment and then be bought again.
 *
 * It takes a step for each card and each horizon, so that whoever runs it can do something else in between.
 */
export function* computeSpendExposure(
  facts: ExposureInputs,
  { mostBounding }: { mostBounding: number } = { mostBounding: 100 },
): Generator<void, Exposure> {
  const { now } = facts
  const root = yield* levelsOf(facts)
  const lengths = exposureHorizonLengthsMs(now)
  const horizons: Exposure['horizons'] = []
  for (const until of ['day', 'week', 'month', 'lifetime'] as const) {
    yield
    const query = { now, length: lengths[until], isUnapproved: false }
    const boundOf = exposureBoundsUntil(query)
    horizons.push({
      until,
      most: cents(boundOf(root)),
      boundBy: limitsThatBoundExposure(root, { ...query, boundOf }, mostBounding),
    })
  }
  yield
  return {
    now: isoTimestamp(now),
    ...currencyUnlessDefault(facts.subject.customer.currency),
    horizons,
    unapprovedMost: cents(unapproved(root, now)),
  }
}

/**
 * The most cents of the next 24 hours that need no approval by a person. Infinity: no limit bounds them. It takes a step for each card.
 */
export function* mostSpendWithoutApproval(facts: ExposureInputs): Generator<void, number> {
  return unapproved(yield* levelsOf(facts), facts.now)
}

const unapproved = (root: ExposedLevel, now: number): number =>
  exposureBoundsUntil({ now, length: exposureHorizonLengthsMs(now).day, isUnapproved: true })(root)

/** An exposure in cents. Null: nothing bounds the exposure. A larger bound is cut to the largest amount that a ledger can hold. */
const cents = (bound: number): number | null =>
  bound === Number.POSITIVE_INFINITY ? null : Math.min(bound, Number.MAX_SAFE_INTEGER)

/** The bound that `autoApprovePerDay` of a level sets to all cards beneath it together. Empty: not all of them share it. */
function unapprovedBeneath(level: ReasonLevel, cards: readonly ExposedLevel[]): Pick<ExposedLevel, 'unapproved'> {
  let most = 0
  for (const { card } of cards) {
    const shared = card?.automatic
    if (shared?.level !== level) return {}
    most += shared.known
  }
  const room = cards[0]?.card?.automatic?.room ?? 0
  return { unapproved: most + room }
}

/** Makes the customer's level and, below it, the level whose exposure is computed. */
function* levelsOf({ subject, cards, isPartial, holds, now }: ExposureInputs): Generator<void, ExposedLevel> {
  const { customer, agent, spend } = subject
  const ofAgents = Map.groupBy(holds, ({ agentId }) => agentId)
  const ofCards = Map.groupBy(holds, ({ cardId }) => cardId)
  const leaves = Map.groupBy(cards, ({ agent: holder }) => holder?.id ?? null)
  const exposed = new Map<SpendingSubject, ExposedLevel>()
  for (const each of cards) {
    const card = exposedCard(each, ofCards.get(assertPresent(each.card, 'a card').id) ?? [], now)
    exposed.set(each, { limits: [], beneath: [], card })
    yield
  }
  const leafOf = (each: SpendingSubject): ExposedLevel => assertPresent(exposed.get(each), 'every card is exposed')
  const agentLevel = (id: string, holder: SpendingSubject): ExposedLevel => ({
    ...unapprovedBeneath('agent', (leaves.get(id) ?? []).map(leafOf)),
    limits: limitsOverTimeOfLevel(
      {
        level: 'agent',
        id,
        spend: assertPresent(holder.spend.agent, 'an agent has spend'),
        holds: ofAgents.get(id) ?? [],
      },
      holder.agent?.limits,
      now,
    ),
    beneath: (leaves.get(id) ?? []).map(leafOf),
    isPartial: isPartial && agent !== null,
  })
  const agents = agent === null ? [...leaves] : [[agent.id, [subject]] as const]
  return {
    ...unapprovedBeneath('customer', cards.map(leafOf)),
    limits: limitsOverTimeOfLevel(
      { level: 'customer', id: customer.id, spend: spend.customer, holds },
      customer.limits,
      now,
    ),
    beneath: agents.flatMap(([id, [first]]) =>
      id === null || first === undefined ? (leaves.get(null) ?? []).map(leafOf) : [agentLevel(id, first)],
    ),
    isPartial: isPartial && agent === null,
  }
}
