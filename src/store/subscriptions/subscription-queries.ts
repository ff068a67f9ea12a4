import { systemAct } from '../../domain/audit/audited-act.ts'
import type { SubscriptionChange } from '../../domain/changes/subscription.ts'
import { subscriptionConsequences } from '../../domain/changes/subscription-consequences.ts'
import { askSaving } from '../asks/ask-saving.ts'
import type { ResourceSaving } from '../changes/saving.ts'
import { subscriptions } from '../rows/subscriptions.ts'

/**
 * The audit trail records the expiry of a subscription as an act of the service, even if the service noticed it during somebody's request.
 */
export const SUBSCRIPTION_EXPIRY = systemAct('expireSubscription')

/** Makes the statements that save new and changed subscriptions, with all consequences of the changes. `now`: Unix milliseconds. */
export const subscriptionSaving = (changes: readonly SubscriptionChange[], now: number): ResourceSaving =>
  askSaving(SAVED, changes, now)

const SAVED = {
  expiry: SUBSCRIPTION_EXPIRY,
  insert: subscriptions.inserting(),
  update: subscriptions.updating(),
  consequences: subscriptionConsequences,
}
