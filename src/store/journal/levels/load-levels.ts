import type { SpendingLevelIds } from '../../../domain/batch/working-set.ts'
import { assert } from '../../../lib/assert.ts'
import type { JournalCache } from '../cache/cache.ts'
import { readCustomerConfigurations } from '../configuration.ts'
import type { DatabaseTransactionConnection } from '../../connection/transaction.ts'
import { type AgentAndCardIds, customerDataToReadFor, agentsAndCardsNotCached } from './customer-requests.ts'
import { readLevelRows } from './level-rows.ts'
import {
  copyAgentsAndCards,
  copyCustomerConfiguration,
  copyCachedSpendFolds,
  type LoadedLevels,
} from './copied-levels.ts'
import { addToCachedCustomer, reconcileCachedCustomer } from './reconcile.ts'

/** How levels are loaded. `cache` is the cache of this node. */
export interface LoadLevelsOptions {
  readonly cache: JournalCache
  /** True: only the folds of levels are loaded, and no configuration. */
  readonly foldsOnly?: boolean
  /**
   * True: the customers are locked until the transaction ends. False: they are not locked, and all statements of the transaction must see
   * the same moment.
   */
  readonly isLocked: boolean
}

/**
 * In how many rounds levels are loaded at most. The first round uses the cache. The second round reads the customers whose cached data
 * turned out to be of no use. It does not use the cache for these customers, so it always succeeds.
 */
const MOST_ROUNDS = 2

/**
 * Loads levels in one round trip, and in a second one if a configuration turns out to have changed. Folds that this node has are continued
 * with the entries after them, whichever node wrote these entries. Other folds are computed from checkpoints. A configuration is read again
 * if its version has changed. The cache keeps what was read.
 */
export async function loadSpendingLevels(
  connection: DatabaseTransactionConnection,
  requested: readonly SpendingLevelIds[],
  options: LoadLevelsOptions,
): Promise<LoadedLevels> {
  const loaded: LoadedLevels = {
    customers: new Map(),
    agents: new Map(),
    cards: new Map(),
    intents: new Map(),
    folds: new Map(),
    versions: new Map(),
  }
  let left = requested
  for (let round = 0; left.length > 0; round += 1) {
    assert(round < MOST_ROUNDS, 'customers that were forgotten are read from their checkpoints')
    left = await loadInto(loaded, connection, { requested: left, isFresh: round > 0, ...options })
  }
  options.cache.weigh(new Set(requested.map(({ customerId }) => customerId)))
  return loaded
}

/**
 * Loads levels into `loaded`: plans what is to be read, reads it, reconciles the cache with it, and copies the levels. Returns the levels
 * that have to be read again, without the cache.
 */
async function loadInto(
  loaded: LoadedLevels,
  connection: DatabaseTransactionConnection,
  {
    requested,
    isFresh,
    cache,
    isLocked,
    foldsOnly = false,
  }: LoadLevelsOptions & { requested: readonly SpendingLevelIds[]; isFresh: boolean },
): Promise<SpendingLevelIds[]> {
  const requests = customerDataToReadFor(requested, { known: (id) => (isFresh ? undefined : cache.get(id)), foldsOnly })
  const rows = await readLevelRows(connection, requests, { isLocked, foldsOnly })
  const again: SpendingLevelIds[] = []
  const unread: { agents: string[]; cards: string[] } = { agents: [], cards: [] }
  for (const request of requests) {
    if (!foldsOnly && !rows.customers.has(request.id)) {
      cache.discard(request.id) // the database was put back to a state without this customer
      continue
    }
    const customer = reconcileCachedCustomer(cache, request, rows)
    if (customer === undefined) {
      cache.forget(request.id)
      again.push(...request.requested)
      continue
    }
    copyCachedSpendFolds(loaded, customer, request)
    if (foldsOnly) continue
    copyCustomerConfiguration(loaded, customer, { request, stopped: rows.stopped })
    const left = agentsAndCardsNotCached(customer, request.requested)
    unread.agents.push(...left.agents)
    unread.cards.push(...left.cards)
  }
  if (unread.agents.length + unread.cards.length > 0) await readMore(loaded, connection, { unread, cache })
  return again
}

/** Reads the agents and cards of configurations that turned out to have changed. */
async function readMore(
  loaded: LoadedLevels,
  connection: DatabaseTransactionConnection,
  { unread, cache }: { unread: AgentAndCardIds; cache: JournalCache },
): Promise<void> {
  for (const [customerId, stored] of await readCustomerConfigurations(connection, unread)) {
    copyAgentsAndCards(loaded, stored)
    const customer = cache.get(customerId)
    if (customer !== undefined && customer.configuration?.version === loaded.versions.get(customerId))
      addToCachedCustomer(customer, stored)
  }
}
