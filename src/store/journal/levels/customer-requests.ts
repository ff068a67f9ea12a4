import type { JournalHead } from '../../../domain/batch/journal-entry.ts'
import type { CachedCustomer } from '../cache/cached-customer.ts'
import type { SpendingLevelIds } from '../../../domain/batch/working-set.ts'

/** The data that have to be read about one customer, beside the journal entries after `head`. */
export interface CustomerDataToRead {
  readonly id: string
  /** The last journal entry that the cached folds of the customer include. Undefined: the customer is not in the cache. */
  readonly head: JournalHead | undefined
  /** The version of the customer that the cached configuration has. Null: no configuration is cached. */
  readonly version: string | null
  readonly requested: readonly SpendingLevelIds[]
  /** The levels beneath the customer whose folds are not cached. */
  readonly unfolded: AgentAndCardIds
  /** The levels beneath the customer that the cached configuration does not have. */
  readonly unread: AgentAndCardIds
}

export interface AgentAndCardIds {
  readonly agents: readonly string[]
  readonly cards: readonly string[]
}

/**
 * Returns, for each customer, what the cache lacks of the requested levels and has to be read. `foldsOnly`: the caller needs only the
 * folds, not the agents and cards.
 */
export const customerDataToReadFor = (
  requested: readonly SpendingLevelIds[],
  { known: knownOf, foldsOnly }: { known: (customerId: string) => CachedCustomer | undefined; foldsOnly: boolean },
): CustomerDataToRead[] =>
  [...Map.groupBy(requested, ({ customerId }) => customerId)].map(([id, own]) => {
    const known = knownOf(id)
    return {
      id,
      head: known?.head,
      version: known?.configuration?.version ?? null,
      requested: own,
      unfolded: without(own, (level) => known?.fold(level) !== undefined),
      unread: foldsOnly ? nothing : agentsAndCardsNotCached(known, own),
    }
  })

export const agentsAndCardsNotCached = (
  known: CachedCustomer | undefined,
  requested: readonly SpendingLevelIds[],
): AgentAndCardIds =>
  without(requested.flatMap(levelsWithOneTimeCard), (level) => {
    const configuration = known?.configuration
    return configuration?.cards.has(level) === true || configuration?.agents.has(level) === true
  })

/** The levels of a purchase with a one-time card, and the one-time card as another card. It has no journal: its parent's has its purchases. */
export const levelsWithOneTimeCard = (levels: SpendingLevelIds): SpendingLevelIds[] =>
  levels.oneTimeCardId === undefined ? [levels] : [levels, { ...levels, cardId: levels.oneTimeCardId }]

const nothing: AgentAndCardIds = { agents: [], cards: [] }

function without(requested: readonly SpendingLevelIds[], isKnown: (level: string) => boolean): AgentAndCardIds {
  const isUnknown = (level: string | null): level is string => level !== null && !isKnown(level)
  const unknown = requested.filter(({ agentId, cardId }) => isUnknown(agentId) || isUnknown(cardId))
  if (unknown.length === 0) return nothing
  const agents = new Set(unknown.map(({ agentId }) => agentId).filter(isUnknown))
  const cards = new Set(unknown.map(({ cardId }) => cardId).filter(isUnknown))
  return { agents: [...agents], cards: [...cards] }
}
