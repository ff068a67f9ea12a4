import { emptyJournal } from '../../domain/batch/journal-entry.ts'
import type { LevelIds, WorkingSet } from '../../domain/batch/working-set.ts'
import { assert, present } from '../../lib/assert.ts'
import type { JournalCache } from './cache/cache.ts'
import type { CachedCustomer, Fold } from './cache/cached-customer.ts'
import { type FoldedLevel, readLevels } from './checkpoint.ts'
import { type FoundConfiguration, type FoundCustomer, readConfigurations, readCustomers } from './configuration.ts'
import { type CustomerRequest, type LevelSet, requestsFor, unreadIn } from './missing.ts'
import { readStoppedAccounts } from './stopped-accounts.ts'
import { readTails } from './tail.ts'
import type { Connection } from './transaction.ts'

/** Levels as they stand: everything that decisions read of them. */
export interface LoadedLevels extends Pick<WorkingSet, 'customers' | 'agents' | 'cards' | 'intents'> {
  /** By level. */
  readonly folds: Map<string, Fold>
  /** Of each customer's configuration. */
  readonly versions: Map<string, string>
}

export interface LoadOptions {
  readonly cache: JournalCache
  /** Only folds are asked for: no configuration is read. */
  readonly foldsOnly?: boolean
  /** Whether the customers are locked until the transaction ends. If not, all statements have to see one moment. */
  readonly isLocked: boolean
}

/** Then nothing is taken from the cache any more: a customer is asked for again without what was known of it. */
const MOST_ROUNDS = 2

/**
 * Loads levels. What this node has folded is brought up to date by the entries that follow it, its own or another node's
 * alike; what it has not is folded from checkpoints; configurations are read again where their version is another. All of it
 * is one trip, and a second one where a configuration turns out to have changed. The cache keeps what is found.
 */
export async function loadLevels(
  connection: Connection,
  wanted: readonly LevelIds[],
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
  let left = wanted
  for (let round = 0; left.length > 0; round += 1) {
    assert(round < MOST_ROUNDS, 'customers that were forgotten are read from their checkpoints')
    left = await loadInto(loaded, connection, { wanted: left, isFresh: round > 0, ...options })
  }
  options.cache.weigh(new Set(wanted.map(({ customerId }) => customerId)))
  return loaded
}

/** Answers the levels of customers that have to be asked for again. */
async function loadInto(
  loaded: LoadedLevels,
  connection: Connection,
  {
    wanted,
    isFresh,
    cache,
    isLocked,
    foldsOnly = false,
  }: LoadOptions & { wanted: readonly LevelIds[]; isFresh: boolean },
): Promise<LevelIds[]> {
  const requests = requestsFor(wanted, { known: (id) => (isFresh ? undefined : cache.get(id)), foldsOnly })
  const found = await read(connection, requests, { isLocked, foldsOnly })
  const again: LevelIds[] = []
  const unread: { agents: string[]; cards: string[] } = { agents: [], cards: [] }
  for (const request of requests) {
    if (!foldsOnly && !found.customers.has(request.id)) {
      cache.disbelieve(request.id) // the database was put back to a state in which the customer is not
      continue
    }
    const customer = settle(cache, request, found)
    if (customer === undefined) {
      cache.forget(request.id)
      again.push(...request.wanted)
      continue
    }
    takeFolds(loaded, customer, request)
    if (foldsOnly) continue
    takeConfiguration(loaded, customer, { request, stopped: found.stopped })
    const left = unreadIn(customer, request.wanted)
    unread.agents.push(...left.agents)
    unread.cards.push(...left.cards)
  }
  if (unread.agents.length + unread.cards.length > 0) await readMore(loaded, connection, { unread, cache })
  return again
}

interface Found {
  readonly customers: ReadonlyMap<string, FoundCustomer>
  readonly tails: Awaited<ReturnType<typeof readTails>>
  readonly levels: ReadonlyMap<string, FoldedLevel>
  readonly configurations: ReadonlyMap<string, FoundConfiguration>
  /** Accounts of which all spending is stopped. */
  readonly stopped: ReadonlySet<string>
}

/** One trip. The locks come first: what is read behind them is what was committed while they were waited for. */
async function read(
  connection: Connection,
  requests: readonly CustomerRequest[],
  { isLocked, foldsOnly }: { isLocked: boolean; foldsOnly: boolean },
): Promise<Found> {
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
 * Brings the cache up to what was found of a customer. Undefined where that cannot be: the journal is not the one that was
 * folded, or another reader of this node has changed meanwhile what was asked on.
 */
function settle(cache: JournalCache, request: CustomerRequest, found: Found): CachedCustomer | undefined {
  const customer = request.head === undefined ? begun(cache, request, found) : caughtUp(cache, request, found)
  if (customer === undefined) return undefined
  for (const level of [...request.unfolded.agents, ...request.unfolded.cards]) {
    customer.setFold(level, present(found.levels.get(level), 'all that was asked for was folded').fold)
  }
  const row = found.customers.get(request.id)
  if (row !== undefined && row.version !== customer.configuration?.version) {
    if (row.state === null) return undefined
    customer.configure(row.version, row.state)
  }
  addTo(customer, found.configurations.get(request.id))
  return holdsAll(customer, request) ? customer : undefined
}

/** Not where another reader has begun the customer anew meanwhile, for levels of its own. */
const holdsAll = (customer: CachedCustomer, { wanted }: CustomerRequest): boolean =>
  wanted.every(({ agentId, cardId }) =>
    [agentId, cardId].every((level) => level === null || customer.fold(level) !== undefined),
  )

function begun(cache: JournalCache, { id }: CustomerRequest, { levels }: Found): CachedCustomer {
  const { fold, head } = present(levels.get(id), 'all that was asked for was folded')
  const customer = cache.begin(id, head ?? emptyJournal)
  customer.setFold(id, fold)
  return customer
}

function caughtUp(cache: JournalCache, { id, head }: CustomerRequest, { tails }: Found): CachedCustomer | undefined {
  const tail = tails.get(id)
  if (tail === undefined) {
    cache.disbelieve(id)
    return undefined
  }
  cache.append(id, tail)
  const customer = cache.get(id)
  const last = tail.at(-1)?.sequence ?? head?.sequence
  return customer?.head.sequence === last ? customer : undefined
}

function addTo(customer: CachedCustomer, found: FoundConfiguration | undefined): void {
  for (const agent of found?.agents ?? []) customer.addAgent(agent)
  for (const card of found?.cards ?? []) customer.addCard(card)
}

/** Beneath configurations that turned out to have changed. */
async function readMore(
  loaded: LoadedLevels,
  connection: Connection,
  { unread, cache }: { unread: LevelSet; cache: JournalCache },
): Promise<void> {
  for (const [customerId, found] of await readConfigurations(connection, unread)) {
    takeFound(loaded, found)
    const customer = cache.get(customerId)
    if (customer !== undefined && customer.configuration?.version === loaded.versions.get(customerId))
      addTo(customer, found)
  }
}

/** Copies what is wanted of a customer: the cache goes on changing. */
function takeFolds(loaded: LoadedLevels, customer: CachedCustomer, { wanted }: CustomerRequest): void {
  for (const { agentId, cardId } of wanted) {
    for (const level of [cardId, agentId, customer.id]) {
      if (level !== null) loaded.folds.set(level, present(customer.fold(level), 'it was settled'))
    }
  }
}

function takeConfiguration(
  loaded: LoadedLevels,
  customer: CachedCustomer,
  { request, stopped }: { request: CustomerRequest; stopped: ReadonlySet<string> },
): void {
  const configuration = present(customer.configuration, 'it was settled')
  const isStopped = stopped.has(configuration.customer.accountId)
  loaded.customers.set(customer.id, {
    ...configuration.customer,
    ...(isStopped && { isAccountStopped: true }),
    last: customer.head,
  })
  loaded.versions.set(customer.id, configuration.version)
  for (const { agentId, cardId } of request.wanted) {
    const agent = configuration.agents.get(agentId ?? '')
    const card = configuration.cards.get(cardId ?? '')
    takeFound(loaded, { agents: agent ? [agent] : [], cards: card ? [card] : [] })
  }
}

function takeFound(loaded: LoadedLevels, { agents, cards }: FoundConfiguration): void {
  for (const agent of agents) loaded.agents.set(agent.id, agent)
  for (const { state, intents } of cards) {
    loaded.cards.set(state.id, state)
    loaded.intents.set(state.id, [...intents])
  }
}
