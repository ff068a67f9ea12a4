import { present } from '../../lib/assert.ts'
import type { Batch } from './batch.ts'
import type { DomainEvent } from './changes.ts'

/** The next number in the history of a customer, taken under the customer's lock. */
export function nextSequence({ set, changes }: Batch, customerId: string): number {
  const customer = present(set.customers.get(customerId), 'a card has its customer loaded')
  const sequence = customer.lastSequence + 1
  set.customers.set(customerId, { ...customer, lastSequence: sequence })
  changes.customers.add(customerId)
  return sequence
}

/** Events carry the number of the decision or step that they tell of: by it a missing one is found. */
export function tell({ changes }: Batch, sequence: number, events: readonly DomainEvent[]): void {
  for (const event of events) changes.events.push({ ...event, sequence })
}
