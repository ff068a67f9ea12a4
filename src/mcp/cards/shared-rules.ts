interface Limit {
  readonly window: string
  readonly setBy: string
}

/** The rules of a card, as `get_budget` answers them. */
export interface CardRules<L extends Limit> {
  readonly limits: L[]
  readonly rules: string[]
}

/**
 * Divides the limits and rules of several cards into those that all cards share, listed once, and those of single cards. A card's own limit
 * takes precedence over a shared one of the same window.
 */
export function rulesSharedByCards<L extends Limit>(
  cards: readonly CardRules<L>[],
): {
  readonly shared: CardRules<L>
  /** The limits and rules of single cards, in the order of the cards. */
  readonly own: readonly CardRules<L>[]
} {
  if (cards.length < 2) return { shared: { limits: [], rules: [] }, own: cards }
  const limits = shared(
    cards.map((card) => card.limits),
    ({ window, setBy }) => `${window} ${setBy}`,
  )
  const rules = shared(
    cards.map((card) => card.rules),
    (rule) => rule,
  )
  return {
    shared: { limits, rules },
    own: cards.map((card) => ({ limits: without(card.limits, limits), rules: without(card.rules, rules) })),
  }
}

/** The limits or rules that all cards share. Where limits of one window and level differ between cards, it is the most frequent one. */
function shared<T>(lists: readonly (readonly T[])[], keyOf: (entry: T) => string): T[] {
  const keys = (lists[0] ?? [])
    .map(keyOf)
    .filter((key) => lists.every((list) => list.some((one) => keyOf(one) === key)))
  return keys.flatMap((key) => mostFrequent(lists.flatMap((list) => list.filter((one) => keyOf(one) === key))))
}

function mostFrequent<T>(entries: readonly T[]): T[] {
  const groups = Map.groupBy(entries, (entry) => JSON.stringify(entry))
  const [most = []] = [...groups.values()].toSorted((a, b) => b.length - a.length)
  return most.slice(0, 1)
}

function without<T>(entries: readonly T[], known: readonly T[]): T[] {
  const texts = new Set(known.map((entry) => JSON.stringify(entry)))
  return entries.filter((entry) => !texts.has(JSON.stringify(entry)))
}
