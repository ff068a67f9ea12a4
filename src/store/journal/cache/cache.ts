import { LRUCache } from 'lru-cache'
import type { JournalEntry, JournalHead } from '../../../domain/batch/journal-entry.ts'
import { CachedCustomer } from './cached-customer.ts'

const MOST_BYTES = 512 * 1024 * 1024
/** Until `weigh` counts it. */
const UNWEIGHED = { size: 1 }

/** Made anew whenever the customer is weighed: `lru-cache` keeps the size of a value that it has already. */
interface Kept {
  readonly customer: CachedCustomer
}

/**
 * What decisions read of customers, kept by a node between its batches. Spend is a fold of the journal, so whoever has
 * folded it up to one entry needs only those after it, whichever node wrote them: nothing has to be invalidated. What a
 * configuration holds is true in its version, which is a name and never comes back: every change of it, made under the
 * customer's lock, gives it another. Only what is committed comes in here. The customers that were longest not asked for go
 * first.
 */
export class JournalCache {
  readonly #customers: LRUCache<string, Kept>
  readonly #putBack: () => void

  /** `putBack` is told where a journal is not the one that was folded, or has gone on far without this node. */
  constructor(mostBytes = MOST_BYTES, putBack = (): void => undefined) {
    this.#customers = new LRUCache({ maxSize: mostBytes })
    this.#putBack = putBack
  }

  /** The customer becomes the last to go. */
  get(customerId: string): CachedCustomer | undefined {
    return this.#customers.get(customerId)?.customer
  }

  /** A customer that was not here, or of whom nothing that was here is believed any more. */
  begin(customerId: string, head: JournalHead): CachedCustomer {
    const customer = new CachedCustomer(customerId, head)
    this.#customers.set(customerId, { customer }, UNWEIGHED)
    return customer
  }

  /**
   * Folds entries that are committed, in their order. Those that are in already are passed over; where one is missing between,
   * the customer is forgotten, and read again when it is next asked for.
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

  forget(customerId: string): void {
    this.#customers.delete(customerId)
  }

  /** What was stored with the customer's entries may be no more, either. */
  disbelieve(customerId: string): void {
    this.forget(customerId)
    this.#putBack()
  }

  /** The connections may lead to another server from now on, one that has not got all that the last one had. */
  forgetAll(): void {
    this.#customers.clear()
  }

  /** Counts anew what customers weigh, and lets go of the longest unused where all together weigh too much. */
  weigh(customerIds: Iterable<string>): void {
    for (const id of customerIds) {
      const customer = this.#customers.peek(id)?.customer
      if (customer !== undefined) this.#customers.set(id, { customer }, { size: customer.bytes })
    }
  }
}
