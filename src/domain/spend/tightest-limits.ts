import type { Budget } from '../../contract/resources/budget.ts'

type BudgetWindow = Budget['windows'][number]

/** A customer or an agent, with the limits that apply to it. */
export interface Owner {
  readonly level: 'customer' | 'agent'
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
  readonly level: 'customer' | 'agent'
  readonly id: string
  readonly name: string
  /**
   * For a limit that is counted for each card: how many cards have it, and the card that has used most of it. Undefined: the limit is not
   * counted for each card.
   */
  readonly cards?: { readonly count: number; readonly tightestId: string }
}

/**
 * Finds, for each customer and agent, the one of its own limits of which the largest share is used. The limit with the largest used share
 * comes first. A hard cap counts what everything beneath it has spent. A limit of the policy is counted for each card, so the tightest
 * card's is taken.
 */
export function tightestLimits(owners: readonly Owner[], cards: readonly BudgetedCard[]): TightestLimit[] {
  const byCustomer = Map.groupBy(cards, ({ customerId }) => customerId)
  const byAgent = Map.groupBy(cards, ({ agentId }) => agentId)
  const beneath = ({ level, id }: Owner) => (level === 'customer' ? byCustomer : byAgent).get(id) ?? []
  return owners
    .flatMap((owner) => [...capsOf(owner), ...limitsOfCards(owner, beneath(owner))].toSorted(byNeed).slice(0, 1))
    .toSorted(byNeed)
}

const capsOf = ({ level, id, name, windows }: Owner): TightestLimit[] =>
  windows
    .filter((one) => one.kind === 'cap' && one.level === level && isBudget(one))
    .map((one) => ({ ...one, level, id, name }))

function limitsOfCards({ level, id, name }: Owner, cards: readonly BudgetedCard[]): TightestLimit[] {
  const limits = cards.flatMap((card) =>
    card.windows
      .filter((one) => one.kind === 'policy' && one.level === level && isBudget(one))
      .map((one) => ({ ...one, level, id, name, cardId: card.id })),
  )
  return [...Map.groupBy(limits, ({ window }) => window).values()].flatMap((same) => {
    const [tightest] = same.toSorted(byNeed)
    if (tightest === undefined) return []
    const { cardId, ...limit } = tightest
    return [{ ...limit, cards: { count: same.length, tightestId: cardId } }]
  })
}

/** Whether earlier spend counts against a limit. It does not for a limit of one purchase (`perAuth`). */
const isBudget = ({ window }: BudgetWindow): boolean => window !== 'perAuth'

/** Orders limits: the one with the larger used share comes first; of equal shares the one with fewer cents left. */
const byNeed = (one: BudgetWindow, other: BudgetWindow): number =>
  shareUsed(other) - shareUsed(one) || one.remaining - other.remaining

/** The used share of a limit. 1: all of it is used. A limit of 0 cents counts as used up. */
const shareUsed = ({ limit, spent }: BudgetWindow): number => (limit === 0 ? 1 : spent / limit)
