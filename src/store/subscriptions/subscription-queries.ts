import { systemAct } from '../../domain/audit/record.ts'
import type { SubscriptionChange } from '../../domain/changes/subscription.ts'
import { subscriptionConsequences } from '../../domain/changes/subscription-consequences.ts'
import type { SubscriptionState } from '../../domain/subscription.ts'
import { bucketOf } from '../../lib/buckets.ts'
import type { Saving } from '../changes/saving.ts'
import { insertInto, update } from '../statements/write.ts'

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
      ...insertSubscriptions(followed.filter(isNew).map(({ after }) => newRow(after))),
      ...updateSubscriptions(followed.filter((change) => !isNew(change)).map(({ after }) => changedRow(after))),
    ],
    events: followed.flatMap(({ events }) => events),
  }
}

const changedRow = (subscription: SubscriptionState) => ({
  bucket: bucketOf(subscription.id),
  id: subscription.id,
  status: subscription.status,
  decided_by: subscription.decidedBy,
  decided_at: subscription.decidedAt,
  decision_note: subscription.decisionNote,
  activated_at: subscription.activatedAt,
  paused_at: subscription.pausedAt,
  canceled_at: subscription.canceledAt,
  expires_at: subscription.expiresAt,
})
const changedColumns = {
  bucket: 'smallint',
  id: 'word',
  status: 'word',
  decided_by: 'word',
  decided_at: 'bigint',
  decision_note: 'text',
  activated_at: 'bigint',
  paused_at: 'bigint',
  canceled_at: 'bigint',
  expires_at: 'bigint',
} as const
const updateSubscriptions = update<ReturnType<typeof changedRow>>('subscriptions', changedColumns)

const newRow = (subscription: SubscriptionState) => ({
  ...changedRow(subscription),
  account_id: subscription.accountId,
  customer_id: subscription.customerId,
  agent_id: subscription.agentId,
  card_id: subscription.cardId,
  declared: subscription.declared,
  requires_approval: subscription.requiresApproval,
  requested_by: subscription.requestedBy,
  until: subscription.until,
  created_at: subscription.createdAt,
})
const insertSubscriptions = insertInto<ReturnType<typeof newRow>>('subscriptions', {
  ...changedColumns,
  account_id: 'word',
  customer_id: 'word',
  agent_id: 'word',
  card_id: 'word',
  declared: 'json',
  requires_approval: 'boolean',
  requested_by: 'word',
  until: 'bigint',
  created_at: 'bigint',
})
