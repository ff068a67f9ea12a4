import { emptyJournal } from '../../../domain/batch/journal-entry.ts'
import { assertPresent } from '../../../lib/assert.ts'
import type { JournalCache } from '../cache/cache.ts'
import type { CachedCustomer } from '../cache/cached-customer.ts'
import type { StoredAgentsAndCards } from '../configuration.ts'
import type { CustomerDataToRead } from './customer-requests.ts'
import type { LevelRows } from './level-rows.ts'

/**
 * Brings a cached customer up to date with the rows that were read. Undefined if that is not possible: the journal is not the journal that
 * was folded, or another reader on this node has changed the cached customer since the rows were requested.
 */
export function reconcileCachedCustomer(
  cache: JournalCache,
  request: CustomerDataToRead,
  rows: LevelRows,
): CachedCustomer | undefined {
  const customer = request.head === undefined ? begin(cache, request, rows) : catchUp(cache, request, rows)
  if (customer === undefined) return undefined
  for (const level of [...request.unfolded.agents, ...request.unfolded.cards]) {
    customer.setFold(level, assertPresent(rows.levels.get(level), 'every requested level is folded').fold)
  }
  const row = rows.customers.get(request.id)
  if (row !== undefined && row.version !== customer.configuration?.version) {
    if (row.state === null) return undefined
    customer.configure(row.version, row.state)
  }
  addToCachedCustomer(customer, rows.configurations.get(request.id))
  return holdsAll(customer, request) ? customer : undefined
}

/**
 * Whether the cached customer has the folded journals of all agents and cards of the request. Some are missing if another reader on this
 * node has meanwhile begun the cached customer anew, with only the levels that it needs itself.
 */
const holdsAll = (customer: CachedCustomer, { requested }: CustomerDataToRead): boolean =>
  requested.every(({ agentId, cardId }) =>
    [agentId, cardId].every((level) => level === null || customer.fold(level) !== undefined),
  )

function begin(cache: JournalCache, { id }: CustomerDataToRead, { levels }: LevelRows): CachedCustomer {
  const { fold, head } = assertPresent(levels.get(id), 'every requested level is folded')
  const customer = cache.begin(id, head ?? emptyJournal)
  customer.setFold(id, fold)
  return customer
}

function catchUp(
  cache: JournalCache,
  { id, head }: CustomerDataToRead,
  { tails }: LevelRows,
): CachedCustomer | undefined {
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

/** Adds agents and cards that were read from the database to the configuration of a cached customer. */
export function addToCachedCustomer(customer: CachedCustomer, stored: StoredAgentsAndCards | undefined): void {
  for (const agent of stored?.agents ?? []) customer.addAgent(agent)
  for (const card of stored?.cards ?? []) customer.addCard(card)
}
