import type { EventType } from '../../contract/events.ts'
import type { SubscriptionStatus } from '../../contract/resources/subscriptions/subscriptions.ts'
import { isFinalLifecycleStatus, type ResourceLifecycle } from './moves.ts'

type SubscriptionCause = 'request' | 'approve' | 'reject' | 'pause' | 'resume' | 'cancel' | 'time'

/**
 * The status changes of a subscription (contract, section 9). Every new subscription also has a `subscription.created` event, and one that
 * goes on after a pause a `subscription.resumed` event instead of that of its status.
 */
export const subscriptionLifecycle = {
  pending_approval: { from: [], by: ['request'], event: 'subscription.pending_approval' },
  active: { from: ['pending_approval', 'paused'], by: ['approve', 'resume'], event: 'subscription.approved' },
  paused: { from: ['active'], by: ['pause'], event: 'subscription.paused' },
  canceled: { from: ['pending_approval', 'active', 'paused'], by: ['cancel'], event: 'subscription.canceled' },
  rejected: { from: ['pending_approval'], by: ['reject'], event: 'subscription.rejected' },
  expired: { from: ['pending_approval', 'active', 'paused'], by: ['time'], event: 'subscription.expired' },
} as const satisfies ResourceLifecycle<SubscriptionStatus, SubscriptionCause, EventType>

/** The statuses of a subscription that has not ended. */
export const openSubscriptionStatuses = (Object.keys(subscriptionLifecycle) as SubscriptionStatus[]).filter(
  (status) => !isFinalLifecycleStatus(subscriptionLifecycle, status),
)
