import { LRUCache } from 'lru-cache'
import type { JournalEntry, JournalHead } from '../../../domain/batch/journal-entry.ts'
import { CachedCustomer } from './cached-customer.ts'

const MOST_BYTES = 512 * 1024 * 1024
/** The size that a cached customer has in the cache until `weigh` has measured it. */
const UNWEIGHED = { size: 1 }

/**
 * A cached customer, in a new wrapper each time it is weighed, because `lru-cache` does not change the size of a value that it already has.
 */
interface Kept {
  readonly customer: CachedCustomer
}

/**
 * A node's copy of what decisions read of customers, which it keeps between its batches.
 *
 * Nothing has to be invalidated. The spend of a level is a fold of the journal: a node that has folded the journal up to an entry needs
 * only the entries after it, whichever node wrote them. A configuration is true in its version: every change of it is made under the
 * customer's lock and gives the customer a new version, and no version is used twice. Only committed data comes into the cache. If the
 * cache is full, it drops the customers that were not used for the longest time.
 */
export class JournalCache {
  readonly #customers: LRUCache<string, Kept>
  readonly #putBack: () => void

  /**
   * `putBack` is called when a journal turns out not to be the journal that this node has folded, as after a restored backup. It is also
   * called when other nodes have added so many entries that this node does not read them one by one.
   */
  constructor(mostBytes = MOST_BYTES, putBack = (): void => undefined) {
    this.#customers = new LRUCache({ maxSize: mostBytes })
    this.#putBack = putBack
  }

  /** Returns a cached customer, and marks it as the one that was used last. */
  get(customerId: string): CachedCustomer | undefined {
    return this.#customers.get(customerId)?.customer
  }

  /** Begins an empty cache entry for a customer that was not cached, or whose cached data is no longer trusted. */
  begin(customerId: string, head: JournalHead): CachedCustomer {
    const customer = new CachedCustomer(customerId, head)
    this.#customers.set(customerId, { customer }, UNWEIGHED)
    return customer
  }

  /**
   * Folds committed journal entries of a customer into the cache, in their order. Skips entries that are folded already. If an entry
   * between is missing, the customer is forgotten, and read again when it is next needed.
   */
  append(customerId: string, entries: Iterable<JournalEntry>): void {
    const customer = this.#customers.peek(customerId)?.customer
    if (customer === undefined) return
    for (const entry of entries) {
      if (entry.sequence <= customer.head.sequence) continue
      if (entry.sequence > customer.head.sequence + 1) return this.forget(customerId)
      customer.append(entry)
    }
  }

  /** Removes a customer from the cache. The customer is read again when it is next needed. */
  forget(customerId: string): void {
    this.#customers.delete(customerId)
  }

  /**
   * Forgets a cached customer whose journal in the database is not the one that this node has folded, and calls `putBack`: other rows that
   * were stored with the entries of the folded journal may be missing, too.
   */
  discard(customerId: string): void {
    this.forget(customerId)
    this.#putBack()
  }

  /**
   * Removes all customers from the cache. It must be called when connections may lead to another server, which may lack rows that the last
   * one had.
   */
  forgetAll(): void {
    this.#customers.clear()
  }

  /**
   * Measures the size of these customers in the cache again. If all cached customers together are too large, those that were unused for the
   * longest time are dropped.
   */
  weigh(customerIds: Iterable<string>): void {
    for (const id of customerIds) {
      const customer = this.#customers.peek(id)?.customer
      if (customer !== undefined) this.#customers.set(id, { customer }, { size: customer.bytes })
    }
  }
}
