import type { JournalHead } from '../../domain/batch/journal-entry.ts'
import type { CachedCustomer } from './cache/cached-customer.ts'
import type { LevelIds } from '../../domain/batch/working-set.ts'

/** What has to be read of one customer, beside the entries after its head. */
export interface CustomerRequest {
  readonly id: string
  /** Undefined: the customer is not in the cache. */
  readonly head: JournalHead | undefined
  /** Of the configuration that is in the cache; null: none is. */
  readonly version: string | null
  readonly wanted: readonly LevelIds[]
  /** Levels beneath the customer that were not folded. */
  readonly unfolded: LevelSet
  /** Levels beneath the customer that its configuration does not hold. */
  readonly unread: LevelSet
}

export interface LevelSet {
  readonly agents: readonly string[]
  readonly cards: readonly string[]
}

/** What the cache does not know of levels, by customer. */
export const requestsFor = (
  wanted: readonly LevelIds[],
  { known: knownOf, foldsOnly }: { known: (customerId: string) => CachedCustomer | undefined; foldsOnly: boolean },
): CustomerRequest[] =>
  [...Map.groupBy(wanted, ({ customerId }) => customerId)].map(([id, own]) => {
    const known = knownOf(id)
    return {
      id,
      head: known?.head,
      version: known?.configuration?.version ?? null,
      wanted: own,
      unfolded: without(own, (level) => known?.fold(level) !== undefined),
      unread: foldsOnly ? nothing : unreadIn(known, own),
    }
  })

export const unreadIn = (known: CachedCustomer | undefined, wanted: readonly LevelIds[]): LevelSet =>
  without(wanted, (level) => {
    const configuration = known?.configuration
    return configuration?.cards.has(level) === true || configuration?.agents.has(level) === true
  })

const nothing: LevelSet = { agents: [], cards: [] }

function without(wanted: readonly LevelIds[], isKnown: (level: string) => boolean): LevelSet {
  const agents = new Set<string>()
  const cards = new Set<string>()
  for (const { agentId, cardId } of wanted) {
    if (agentId !== null && !isKnown(agentId)) agents.add(agentId)
    if (cardId !== null && !isKnown(cardId)) cards.add(cardId)
  }
  return { agents: [...agents], cards: [...cards] }
}
