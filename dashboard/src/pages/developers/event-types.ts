import type { EventType } from '@purser/client'

const types: Readonly<Record<EventType, true>> = {
  'transaction.created': true,
  'transaction.settled': true,
  'transaction.declined': true,
  'transaction.reversed': true,
  'transaction.refunded': true,
  'transaction.documented': true,
  'intent.created': true,
  'intent.corrected': true,
  'intent.matched': true,
  'intent.mismatched': true,
  'intent.expired': true,
  'intent.pending_approval': true,
  'intent.approved': true,
  'intent.rejected': true,
  'intent.canceled': true,
  'intent.reported': true,
  'card.created': true,
  'card.frozen': true,
  'card.unfrozen': true,
  'card.closed': true,
  'card.credentials_locked': true,
  'card.issuer_failed': true,
  'customer.updated': true,
  'agent.updated': true,
  'policy.changed': true,
  'budget.threshold': true,
  'change_request.created': true,
  'change_request.approved': true,
  'change_request.rejected': true,
  'change_request.canceled': true,
  'change_request.expired': true,
  'challenge.requested': true,
  'challenge.approved': true,
  'challenge.declined': true,
  'challenge.expired': true,
  'subscription.created': true,
  'subscription.pending_approval': true,
  'subscription.approved': true,
  'subscription.rejected': true,
  'subscription.paused': true,
  'subscription.resumed': true,
  'subscription.canceled': true,
  'subscription.expired': true,
  'subscription.matched': true,
  'subscription.exceeded': true,
  'access.granted': true,
  'access.denied': true,
  'person.passkeys_changed': true,
  'person.role_changed': true,
  'account.stopped': true,
  'account.resumed': true,
  'audit.recorded': true,
  'webhook.disabled': true,
  'webhook.test': true,
}

/** All event types. The record above must have every type, so a new type that is missing does not compile. */
export const eventTypes = Object.keys(types) as EventType[]

/** The event types in the list of events. `audit.recorded` is left out, because audit entries have a page of their own. */
export const listedEventTypes: readonly EventType[] = eventTypes.filter((type) => type !== 'audit.recorded')

/** The event types by the resource that they are about. */
export const eventTypesByResource: ReadonlyMap<string, readonly EventType[]> = Map.groupBy(
  eventTypes,
  (type) => type.split('.', 1)[0] ?? '',
)
