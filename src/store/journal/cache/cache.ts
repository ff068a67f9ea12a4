import type { JournalEntry, JournalHead } from '../../../domain/batch/journal-entry.ts'
import { CachedCustomer } from './cached-customer.ts'

const MOST_BYTES = 512 * 1024 * 1024

/**
 * What decisions read of customers, kept by a node between its batches. Spend is a fold of the journal, so whoever has
 * folded it up to one entry needs only those after it, whichever node wrote them: nothing has to be invalidated. What a
 * configuration holds is true in its version, which is a name and never comes back: every change of it, made under the
 * customer's lock, gives it another. Only what is committed comes in here. The customers that were longest not asked for go
 * first.
 */
export class JournalCache {
  readonly #mostBytes: number
  readonly #putBack: () => void
  /** The longest unused first, each with what it weighed when it was last counted. */
  readonly #customers = new Map<string, { customer: CachedCustomer; bytes: number }>()
  #bytes = 0

  /** `putBack` is told where a journal is not the one that was folded, or has gone on far without this node. */
  constructor(mostBytes = MOST_BYTES, putBack = (): void => undefined) {
    this.#mostBytes = mostBytes
    this.#putBack = putBack
  }

  /** The customer becomes the last to go. */
  get(customerId: string): CachedCustomer | undefined {
    const known = this.#customers.get(customerId)
    if (known === undefined) return undefined
    this.#customers.delete(customerId)
    this.#customers.set(customerId, known)
    return known.customer
  }

  /** A customer that was not here, or of whom nothing that was here is believed any more. */
  begin(customerId: string, head: JournalHead): CachedCustomer {
    this.forget(customerId)
    const customer = new CachedCustomer(customerId, head)
    this.#customers.set(customerId, { customer, bytes: 0 })
    return customer
  }

  /**
   * Folds entries that are committed, in their order. Those that are in already are passed over; where one is missing between,
   * the customer is forgotten, and read again when it is next asked for.
   */
  append(customerId: string, entries: Iterable<JournalEntry>): void {
    const customer = this.#customers.get(customerId)?.customer
    if (customer === undefined) return
    for (const entry of entries) {
      if (entry.sequence <= customer.head.sequence) continue
      if (entry.sequence > customer.head.sequence + 1) return this.forget(customerId)
      customer.append(entry)
    }
  }

  forget(customerId: string): void {
    this.#bytes -= this.#customers.get(customerId)?.bytes ?? 0
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
    this.#bytes = 0
  }

  /** Counts anew what customers weigh, and lets go of the longest unused where all together weigh too much. */
  weigh(customerIds: Iterable<string>): void {
    for (const id of customerIds) {
      const known = this.#customers.get(id)
      if (known === undefined) continue
      this.#bytes += known.customer.bytes - known.bytes
      known.bytes = known.customer.bytes
    }
    for (const id of this.#customers.keys()) {
      if (this.#bytes <= this.#mostBytes) return
      this.forget(id)
    }
  }
}
