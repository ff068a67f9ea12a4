import type { Budget } from '../../contract/resources/budget.ts'

export type BudgetWindow = Budget['windows'][number]

type Level = 'customer' | 'agent' | 'card'

/** A customer, an agent or a card, with the limits that apply to it. */
export interface LevelWithLimits {
  readonly level: Level
  readonly id: string
  readonly name: string
  readonly windows: readonly BudgetWindow[]
}

/** A card, with the limits that apply to it. */
export interface BudgetedCard {
  readonly id: string
  readonly customerId: string
  readonly agentId: string | null
  readonly windows: readonly BudgetWindow[]
}

export interface TightestLimit extends BudgetWindow {
  readonly level: Level
  readonly id: string
  readonly name: string
  /**
   * For a limit that is counted for each card: how many cards have it, and the card that has used most of it. Undefined: the limit is not
   * counted for each card. `isPartial`: only some of the cards were looked at.
   */
  readonly cards?: { readonly count: number; readonly tightestId: string; readonly isPartial?: true }
  /** The level above that has set this hard cap. Absent: the limit is the own one of the customer, agent or card. */
  readonly capLevel?: 'customer' | 'agent'
}

export interface CardsBeneathLevels {
  readonly cards: readonly BudgetedCard[]
  /** The ids of customers and agents that have more active cards than `cards` has. */
  readonly partial?: ReadonlySet<string>
}

/**
 * Finds, for each customer, agent or card (`owners`), the one of its own limits of which the largest share is used. The limit with the
 * largest used share comes first. A hard cap counts what everything beneath it has spent. A limit of the policy is counted for each card,
 * so for a customer or agent the limit of the card is taken that has used most of it. `withCapsAbove`: a level without a limit of its own
 * gets the tightest hard cap of the levels above it.
 */
export function tightestLimits(
  owners: readonly LevelWithLimits[],
  { cards, partial = new Set() }: CardsBeneathLevels,
  { withCapsAbove = false } = {},
): TightestLimit[] {
  const byCustomer = Map.groupBy(cards, ({ customerId }) => customerId)
  const byAgent = Map.groupBy(cards, ({ agentId }) => agentId)
  const beneath = ({ level, id }: LevelWithLimits) =>
    level === 'card' ? [] : ((level === 'customer' ? byCustomer : byAgent).get(id) ?? [])
  return owners
    .flatMap((owner) => {
      const own = [...countedOnce(owner), ...limitsOfCards(owner, beneath(owner), partial.has(owner.id))]
      const limits = own.length === 0 && withCapsAbove ? capsAbove(owner) : own
      return limits.toSorted(byNeed).slice(0, 1)
    })
    .toSorted(byNeed)
}

/**
 * Returns those limits of a customer, agent or card that are not counted for each card beneath it: its own hard caps and, for a card, the
 * limits of the policy.
 */
const countedOnce = ({ level, id, name, windows }: LevelWithLimits): TightestLimit[] =>
  windows
    .filter((one) => (one.kind === 'cap' ? one.level === level : level === 'card') && isBudgetWindow(one))
    .map((one) => ({ ...one, level, id, name }))

const capsAbove = ({ level, id, name, windows }: LevelWithLimits): TightestLimit[] =>
  windows
    .filter((one) => one.kind === 'cap' && one.level !== level && isBudgetWindow(one))
    .map((one) => ({ ...one, level, id, name, capLevel: one.level === 'agent' ? 'agent' : 'customer' }))

function limitsOfCards(
  { level, id, name }: LevelWithLimits,
  cards: readonly BudgetedCard[],
  isPartial: boolean,
): TightestLimit[] {
  const limits = cards.flatMap((card) =>
    card.windows
      .filter((one) => one.kind === 'policy' && one.level === level && isBudgetWindow(one))
      .map((one) => ({ ...one, level, id, name, cardId: card.id })),
  )
  return [...Map.groupBy(limits, ({ window }) => window).values()].flatMap((same) => {
    const [tightest] = same.toSorted(byNeed)
    if (tightest === undefined) return []
    const { cardId, ...limit } = tightest
    const more = isPartial ? ({ isPartial } as const) : {}
    return [{ ...limit, cards: { count: same.length, tightestId: cardId, ...more } }]
  })
}

/** Whether earlier spend counts against a limit. It does not for a limit of one purchase (`perAuth`). */
export const isBudgetWindow = ({ window }: BudgetWindow): boolean => window !== 'perAuth'

/** Orders limits: the one with the larger used share comes first; of equal shares the one with fewer cents left. */
const byNeed = (one: BudgetWindow, other: BudgetWindow): number =>
  shareUsed(other) - shareUsed(one) || one.remaining - other.remaining

/** The used share of a limit. 1: all of it is used. A limit of 0 cents counts as used up. */
const shareUsed = ({ limit, spent }: BudgetWindow): number => (limit === 0 ? 1 : spent / limit)
