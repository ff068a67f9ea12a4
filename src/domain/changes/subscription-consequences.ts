import { subscriptionAuditChange } from './audited.ts'
import type { ResourceChangesOfAct } from '../audit/audited-act.ts'
import { type DomainEvent, subscriptionEvent, type SubscriptionEventType } from '../events/subscription-events.ts'
import { subscriptionLifecycle } from '../lifecycles/subscription.ts'
import type { UnsavedSubscriptionChange } from './subscription.ts'

/** The consequences of a change of a subscription, which have to be saved and sent. */
export interface SubscriptionConsequences {
  readonly audited: ResourceChangesOfAct
  readonly events: readonly DomainEvent[]
}

/** Computes the consequences of a change of a subscription. `now`: Unix milliseconds. */
export const subscriptionConsequences = (change: UnsavedSubscriptionChange, now: number): SubscriptionConsequences => ({
  audited: subscriptionAuditChange(change.before, change.after),
  events: eventsOf(change).map((type) => subscriptionEvent(type, change.after, { at: now })),
})

function eventsOf({ before, after }: UnsavedSubscriptionChange): SubscriptionEventType[] {
  if (before !== null) {
    const isResumed = before.status === 'paused' && after.status === 'active'
    return [isResumed ? 'subscription.resumed' : subscriptionLifecycle[after.status].event]
  }
  return after.status === 'pending_approval'
    ? ['subscription.created', 'subscription.pending_approval']
    : ['subscription.created']
}
