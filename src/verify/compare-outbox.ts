import {
  miscountedDeliveries,
  strayDeliveries,
  inconsistentDeliveries,
  unnumberedEvents,
  type VerifiedOutboxScope,
  type InconsistentDelivery,
} from '../store/history/outbox-rows.ts'
import type { DatabaseSnapshot } from '../store/connection/snapshot.ts'
import type { ReplayDifference } from './replay-difference.ts'

interface Outbox extends VerifiedOutboxScope {
  readonly report: (difference: ReplayDifference) => void
}

/**
 * Checks that each event has one delivery for each webhook that was subscribed, and that each delivery agrees with its
 * attempts.
 */
export async function compareOutbox(snapshot: DatabaseSnapshot, { report, ...scope }: Outbox): Promise<void> {
  for await (const { customer_id, id, type } of unnumberedEvents(snapshot, scope)) {
    const what = `the event ${type} belongs to no decision`
    report({ customerId: customer_id ?? '', sequence: null, subject: id, what, stored: id, replayed: null })
  }
  for await (const { customer_id, sequence, event_id, webhook_id, deliveries } of miscountedDeliveries(
    snapshot,
    scope,
  )) {
    const about = { customerId: customer_id ?? '', sequence, subject: event_id }
    report({ ...about, what: `deliveries to ${webhook_id}`, stored: deliveries, replayed: 1 })
  }
  for await (const { customer_id, id, event_id, event_type, type } of strayDeliveries(snapshot, scope)) {
    const about = { customerId: customer_id ?? '', sequence: null, subject: id }
    report({ ...about, what: `a delivery of ${event_id}`, stored: event_type, replayed: type })
  }
  for await (const delivery of inconsistentDeliveries(snapshot, scope)) {
    const about = { customerId: delivery.customer_id ?? '', sequence: null, subject: delivery.id }
    for (const difference of tornMembers(delivery)) report({ ...about, ...difference })
  }
}

function tornMembers({ attempt_count, attempts, status, is_scheduled, has_succeeded }: InconsistentDelivery) {
  const members = [
    { what: 'attempt_count', stored: attempt_count, replayed: attempts },
    { what: 'that it succeeded', stored: status === 'succeeded', replayed: has_succeeded },
    { what: 'that an attempt is scheduled', stored: is_scheduled, replayed: status === 'pending' },
  ]
  return members.filter(({ stored, replayed }) => stored !== replayed)
}
