import { emptyJournal } from '../../../domain/batch/journal-entry.ts'
import type { LevelIds, WorkingSet } from '../../../domain/batch/working-set.ts'
import { assert, present } from '../../../lib/assert.ts'
import type { JournalCache } from '../cache/cache.ts'
import type { CachedCustomer, Fold } from '../cache/cached-customer.ts'
import { type FoldedLevel, readLevels } from '../checkpoint.ts'
import { type StoredConfiguration, type StoredCustomer, readConfigurations, readCustomers } from '../configuration.ts'
import { type CustomerRequest, type LevelSet, requestsFor, unreadIn } from './customer-requests.ts'
import { readStoppedAccounts } from '../stopped-accounts.ts'
import { readTails } from '../tail.ts'
import type { Connection } from '../../connection/transaction.ts'

/** Levels with everything that decisions read of them. */
export interface LoadedLevels extends Pick<WorkingSet, 'customers' | 'agents' | 'cards' | 'intents'> {
  /** The folds, by the id of the level. */
  readonly folds: Map<string, Fold>
  /** The version of each customer's configuration, by customer. */
  readonly versions: Map<string, string>
}

/** How levels are loaded. `cache` is the cache of this node. */
export interface LoadOptions {
  readonly cache: JournalCache
  /** True: only folds are loaded, and no configuration. */
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
export async function loadLevels(
  connection: Connection,
  requested: readonly LevelIds[],
  options: LoadOptions,
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

/** Loads levels into `loaded`. Returns those that have to be read again, without the cache. */
async function loadInto(
  loaded: LoadedLevels,
  connection: Connection,
  {
    requested,
    isFresh,
    cache,
    isLocked,
    foldsOnly = false,
  }: LoadOptions & { requested: readonly LevelIds[]; isFresh: boolean },
): Promise<LevelIds[]> {
  const requests = requestsFor(requested, { known: (id) => (isFresh ? undefined : cache.get(id)), foldsOnly })
  const rows = await read(connection, requests, { isLocked, foldsOnly })
  const again: LevelIds[] = []
  const unread: { agents: string[]; cards: string[] } = { agents: [], cards: [] }
  for (const request of requests) {
    if (!foldsOnly && !rows.customers.has(request.id)) {
      cache.discard(request.id) // the database was put back to a state without this customer
      continue
    }
    const customer = reconcile(cache, request, rows)
    if (customer === undefined) {
      cache.forget(request.id)
      again.push(...request.requested)
      continue
    }
    copyFolds(loaded, customer, request)
    if (foldsOnly) continue
    copyConfiguration(loaded, customer, { request, stopped: rows.stopped })
    const left = unreadIn(customer, request.requested)
    unread.agents.push(...left.agents)
    unread.cards.push(...left.cards)
  }
  if (unread.agents.length + unread.cards.length > 0) await readMore(loaded, connection, { unread, cache })
  return again
}

interface LevelRows {
  readonly customers: ReadonlyMap<string, StoredCustomer>
  readonly tails: Awaited<ReturnType<typeof readTails>>
  readonly levels: ReadonlyMap<string, FoldedLevel>
  readonly configurations: ReadonlyMap<string, StoredConfiguration>
  /** The accounts of which all spending is stopped. */
  readonly stopped: ReadonlySet<string>
}

/**
 * Reads everything in one round trip. The locks come first: the statements after them see what was committed while this transaction waited
 * for the locks.
 */
async function read(
  connection: Connection,
  requests: readonly CustomerRequest[],
  { isLocked, foldsOnly }: { isLocked: boolean; foldsOnly: boolean },
): Promise<LevelRows> {
  const heads = new Map(requests.flatMap(({ id, head }) => (head === undefined ? [] : [[id, head] as const])))
  const [customers, stopped, tails, configurations, ...levels] = await Promise.all([
    foldsOnly ? [] : readCustomers(connection, new Map(requests.map(({ id, version }) => [id, version])), { isLocked }),
    foldsOnly ? new Set<string>() : readStoppedAccounts(connection),
    readTails(connection, heads),
    readConfigurations(
      connection,
      all(requests, ({ unread }) => unread),
    ),
    readLevels(
      connection,
      'customer',
      requests.flatMap(({ id, head }) => (head === undefined ? [id] : [])),
    ),
    readLevels(connection, 'agent', all(requests, ({ unfolded }) => unfolded).agents),
    readLevels(connection, 'card', all(requests, ({ unfolded }) => unfolded).cards),
  ])
  return {
    customers: new Map(customers.map((customer) => [customer.id, customer])),
    stopped,
    tails,
    levels: new Map(levels.flatMap((folded) => [...folded])),
    configurations,
  }
}

const all = (requests: readonly CustomerRequest[], of: (request: CustomerRequest) => LevelSet): LevelSet => ({
  agents: requests.flatMap((request) => of(request).agents),
  cards: requests.flatMap((request) => of(request).cards),
})

/**
 * Brings a cached customer up to date with the rows that were read. Undefined if that is not possible: the journal is not the journal that
 * was folded, or another reader on this node has changed the cached customer since the rows were requested.
 */
function reconcile(cache: JournalCache, request: CustomerRequest, rows: LevelRows): CachedCustomer | undefined {
  const customer = request.head === undefined ? begin(cache, request, rows) : catchUp(cache, request, rows)
  if (customer === undefined) return undefined
  for (const level of [...request.unfolded.agents, ...request.unfolded.cards]) {
    customer.setFold(level, present(rows.levels.get(level), 'every requested level is folded').fold)
  }
  const row = rows.customers.get(request.id)
  if (row !== undefined && row.version !== customer.configuration?.version) {
    if (row.state === null) return undefined
    customer.configure(row.version, row.state)
  }
  addTo(customer, rows.configurations.get(request.id))
  return holdsAll(customer, request) ? customer : undefined
}

/**
 * Whether the cached customer has the folds of all requested levels. Some are missing if another reader on this node has meanwhile begun
 * the cached customer anew, with only the levels that it needs itself.
 */
const holdsAll = (customer: CachedCustomer, { requested }: CustomerRequest): boolean =>
  requested.every(({ agentId, cardId }) =>
    [agentId, cardId].every((level) => level === null || customer.fold(level) !== undefined),
  )

function begin(cache: JournalCache, { id }: CustomerRequest, { levels }: LevelRows): CachedCustomer {
  const { fold, head } = present(levels.get(id), 'every requested level is folded')
  const customer = cache.begin(id, head ?? emptyJournal)
  customer.setFold(id, fold)
  return customer
}

function catchUp(cache: JournalCache, { id, head }: CustomerRequest, { tails }: LevelRows): CachedCustomer | undefined {
  const tail = tails.get(id)
  if (tail === undefined) {
    cache.discard(id)
    return undefined
  }
  cache.append(id, tail)
  const customer = cache.get(id)
  const last = tail.at(-1)?.sequence ?? head?.sequence
  return customer?.head.sequence === last ? customer : undefined
}

function addTo(customer: CachedCustomer, stored: StoredConfiguration | undefined): void {
  for (const agent of stored?.agents ?? []) customer.addAgent(agent)
  for (const card of stored?.cards ?? []) customer.addCard(card)
}

/** Reads the agents and cards of configurations that turned out to have changed. */
async function readMore(
  loaded: LoadedLevels,
  connection: Connection,
  { unread, cache }: { unread: LevelSet; cache: JournalCache },
): Promise<void> {
  for (const [customerId, stored] of await readConfigurations(connection, unread)) {
    copyAgentsAndCards(loaded, stored)
    const customer = cache.get(customerId)
    if (customer !== undefined && customer.configuration?.version === loaded.versions.get(customerId))
      addTo(customer, stored)
  }
}

/** Copies the requested folds of a customer, because the cached customer changes later. */
function copyFolds(loaded: LoadedLevels, customer: CachedCustomer, { requested }: CustomerRequest): void {
  for (const { agentId, cardId } of requested) {
    for (const level of [cardId, agentId, customer.id]) {
      if (level !== null) loaded.folds.set(level, present(customer.fold(level), 'the customer was reconciled'))
    }
  }
}

function copyConfiguration(
  loaded: LoadedLevels,
  customer: CachedCustomer,
  { request, stopped }: { request: CustomerRequest; stopped: ReadonlySet<string> },
): void {
  const configuration = present(customer.configuration, 'the customer was reconciled')
  const isStopped = stopped.has(configuration.customer.accountId)
  loaded.customers.set(customer.id, {
    ...configuration.customer,
    ...(isStopped && { isAccountStopped: true }),
    last: customer.head,
  })
  loaded.versions.set(customer.id, configuration.version)
  for (const { agentId, cardId } of request.requested) {
    const agent = configuration.agents.get(agentId ?? '')
    const card = configuration.cards.get(cardId ?? '')
    copyAgentsAndCards(loaded, { agents: agent ? [agent] : [], cards: card ? [card] : [] })
  }
}

function copyAgentsAndCards(loaded: LoadedLevels, { agents, cards }: StoredConfiguration): void {
  for (const agent of agents) loaded.agents.set(agent.id, agent)
  for (const { state, intents } of cards) {
    loaded.cards.set(state.id, state)
    loaded.intents.set(state.id, [...intents])
  }
}
