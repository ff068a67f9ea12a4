import type { EventType } from '../../contract/events.ts'

/**
 * Events that somebody waits for, or that report that something was stopped. A webhook gets them before its other deliveries. The index
 * `deliveries_urgent` has the same list, so a change here needs a migration that makes the index again.
 */
export const urgentEventTypes = [
  'intent.pending_approval',
  'intent.approved',
  'intent.rejected',
  'intent.canceled',
  'card.frozen',
  'card.unfrozen',
  'card.closed',
  'card.credentials_locked',
  'card.issuer_failed',
  'customer.updated',
  'agent.updated',
  'policy.changed',
  'budget.threshold',
  'change_request.created',
  'change_request.approved',
  'change_request.rejected',
  'change_request.canceled',
  'change_request.expired',
  'challenge.requested',
  'challenge.approved',
  'challenge.declined',
  'challenge.expired',
  'webhook.disabled',
  'webhook.test',
] as const satisfies readonly EventType[]
