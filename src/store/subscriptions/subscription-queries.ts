import { systemAct } from '../../domain/audit/audited-act.ts'
import type { SubscriptionChange } from '../../domain/changes/subscription.ts'
import { subscriptionConsequences } from '../../domain/changes/subscription-consequences.ts'
import { askSaveStatements } from '../asks/ask-saving.ts'
import type { SaveStatements } from '../changes/saving.ts'
import { subscriptionsTable } from '../rows/subscriptions.ts'

/**
 * The audit trail records the expiry of a subscription as an act of the service, even if the service noticed it during somebody's request.
 */
export const SUBSCRIPTION_EXPIRY = systemAct('expireSubscription')

/** Makes the statements that save new and changed subscriptions, with all consequences of the changes. `now`: Unix milliseconds. */
export const subscriptionSaveStatements = (changes: readonly SubscriptionChange[], now: number): SaveStatements =>
  askSaveStatements(SAVED, changes, now)

const SAVED = {
  expiry: SUBSCRIPTION_EXPIRY,
  insert: subscriptionsTable.inserting(),
  update: subscriptionsTable.updating(),
  consequences: subscriptionConsequences,
}
