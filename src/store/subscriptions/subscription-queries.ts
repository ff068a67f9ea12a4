import { systemAct } from '../../domain/audit/record.ts'
import type { SubscriptionChange } from '../../domain/changes/subscription.ts'
import { subscriptionConsequences } from '../../domain/changes/subscription-consequences.ts'
import type { Saving } from '../changes/saving.ts'
import { subscriptions } from '../rows/subscriptions.ts'

/**
 * The audit trail records the expiry of a subscription as an act of the service, even if the service noticed it during somebody's request.
 */
export const SUBSCRIPTION_EXPIRY = systemAct('expireSubscription')

/** Makes the statements that save new and changed subscriptions, with all consequences of the changes. `now`: Unix milliseconds. */
export function subscriptionSaving(changes: readonly SubscriptionChange[], now: number): Saving {
  const followed = changes.map((change) => ({ ...change, ...subscriptionConsequences(change, now) }))
  const isNew = ({ before }: SubscriptionChange) => before === null
  return {
    customerIds: followed.map(({ after }) => after.customerId),
    audited: followed.map(({ audited, isByTime }) => ({
      ...audited,
      ...(isByTime ? { act: SUBSCRIPTION_EXPIRY } : {}),
    })),
    queries: [
      ...insertSubscriptions(followed.filter(isNew).map(({ after }) => after)),
      ...updateSubscriptions(followed.filter((change) => !isNew(change)).map(({ after }) => after)),
    ],
    events: followed.flatMap(({ events }) => events),
  }
}

const insertSubscriptions = subscriptions.inserting()
const updateSubscriptions = subscriptions.updating()
