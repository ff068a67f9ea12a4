import type { Selectable } from 'kysely'
import type { LoadedSubscription, SubscriptionState, TakenPeriod } from '../../domain/subscription.ts'
import type { SubscriptionRow } from './subscription-table.ts'

/** The columns of an active or paused subscription that decisions read. */
export type LoadedSubscriptionRow = Pick<
  Selectable<SubscriptionRow>,
  'id' | 'status' | 'declared' | 'decided_by' | 'activated_at' | 'until' | 'taken_from' | 'taken_by'
>

/** The columns of `LoadedSubscriptionRow`, for statements. */
export const loadedSubscriptionColumns = [
  'id',
  'status',
  'declared',
  'decided_by',
  'activated_at',
  'until',
  'taken_from',
  'taken_by',
]

const takenPeriod = ({
  taken_from: startsAt,
  taken_by: transactionId,
}: Pick<LoadedSubscriptionRow, 'taken_from' | 'taken_by'>): TakenPeriod | null =>
  startsAt === null || transactionId === null ? null : { startsAt, transactionId }

/** Makes the domain's subscription, with the fields that decisions read, from its row. */
export function loadedSubscription(row: LoadedSubscriptionRow): LoadedSubscription {
  const { merchant, maxAmount, interval, purpose, expectedOrigin } = row.declared
  return {
    id: row.id,
    status: row.status === 'paused' ? 'paused' : 'active',
    merchant,
    maxAmount,
    interval,
    purpose,
    ...(expectedOrigin === undefined ? {} : { expectedOrigin }),
    ...(row.decided_by === null ? {} : { isApproved: true }),
    activatedAt: row.activated_at ?? 0,
    until: row.until,
    taken: takenPeriod(row),
  }
}

/** Makes the domain's subscription from a whole row of `subscriptions`. */
export const subscriptionState = (row: Selectable<SubscriptionRow>): SubscriptionState => ({
  id: row.id,
  accountId: row.account_id,
  customerId: row.customer_id,
  agentId: row.agent_id,
  cardId: row.card_id,
  status: row.status,
  declared: row.declared,
  requiresApproval: row.requires_approval,
  requestedBy: row.requested_by,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at,
  decisionNote: row.decision_note,
  activatedAt: row.activated_at,
  pausedAt: row.paused_at,
  canceledAt: row.canceled_at,
  until: row.until,
  expiresAt: row.expires_at,
  taken: takenPeriod(row),
  exceeded: row.exceeded,
  createdAt: row.created_at,
})
