import type { BatchWorkingSet } from '../../../domain/batch/working-set.ts'
import { assertPresent } from '../../../lib/assert.ts'
import type { CachedCustomer, SpendFold } from '../cache/cached-customer.ts'
import type { StoredAgentsAndCards } from '../configuration.ts'
import { type CustomerDataToRead, levelsWithOneTimeCard } from './customer-requests.ts'

/** Levels with everything that decisions read of them. */
export interface LoadedLevels extends Pick<BatchWorkingSet, 'customers' | 'agents' | 'cards' | 'intents'> {
  /** The folds of the levels, by the id of the level. */
  readonly folds: Map<string, SpendFold>
  /** The version of each customer's configuration, by customer. */
  readonly versions: Map<string, string>
}

/** Copies the requested folds of a cached customer, because the cached customer changes later. */
export function copyCachedSpendFolds(
  loaded: LoadedLevels,
  customer: CachedCustomer,
  { requested }: CustomerDataToRead,
): void {
  for (const { agentId, cardId } of requested) {
    for (const level of [cardId, agentId, customer.id]) {
      if (level !== null) loaded.folds.set(level, assertPresent(customer.fold(level), 'the customer was reconciled'))
    }
  }
}

/** Copies the configuration of a customer, with those of its requested agents and cards that the node has. */
export function copyCustomerConfiguration(
  loaded: LoadedLevels,
  customer: CachedCustomer,
  { request, stopped }: { request: CustomerDataToRead; stopped: ReadonlySet<string> },
): void {
  const configuration = assertPresent(customer.configuration, 'the customer was reconciled')
  const isStopped = stopped.has(configuration.customer.accountId)
  loaded.customers.set(customer.id, {
    ...configuration.customer,
    ...(isStopped && { isAccountStopped: true }),
    last: customer.head,
  })
  loaded.versions.set(customer.id, configuration.version)
  for (const { agentId, cardId } of request.requested.flatMap(levelsWithOneTimeCard)) {
    const agent = configuration.agents.get(agentId ?? '')
    const card = configuration.cards.get(cardId ?? '')
    copyAgentsAndCards(loaded, { agents: agent ? [agent] : [], cards: card ? [card] : [] })
  }
}

/**
 * Puts agents, and cards with their open intents, into the levels of a batch. The batch replaces those that it changes, so no deep copies
 * are needed.
 */
export function copyAgentsAndCards(loaded: LoadedLevels, { agents, cards }: StoredAgentsAndCards): void {
  for (const agent of agents) loaded.agents.set(agent.id, agent)
  for (const { state, intents } of cards) {
    loaded.cards.set(state.id, state)
    loaded.intents.set(state.id, intents)
  }
}
