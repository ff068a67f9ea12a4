import type { ApprovalReason } from '../../contract/resources/intents/approval-reasons.ts'
import type { ExceededPurchase, SubscriptionStatus } from '../../contract/resources/subscriptions/subscriptions.ts'
import type {
  DeclaredSubscription,
  LoadedSubscription,
  SubscriptionState,
  TakenSubscriptionPeriod,
} from '../../domain/subscription.ts'
import {
  bigintColumn,
  booleanColumn,
  jsonColumn,
  jsonListColumn,
  asciiColumn,
  textColumn,
  enumColumn,
} from '../statements/column.ts'
import { defineTable } from '../statements/table.ts'
import type { SelectedTableRow } from '../statements/table-types.ts'

type Taken = Pick<SubscriptionState, 'taken'>

const takenPeriod = ({
  taken_from: startsAt,
  taken_by: transactionId,
}: {
  taken_from: number | null
  taken_by: string | null
}): TakenSubscriptionPeriod | null => (startsAt === null || transactionId === null ? null : { startsAt, transactionId })

export const subscriptionsTable = defineTable(
  'subscriptions',
  {
    id: asciiColumn,
    accountId: asciiColumn,
    customerId: asciiColumn,
    agentId: asciiColumn.nullable,
    cardId: asciiColumn,
    status: enumColumn<SubscriptionStatus>().mutable,
    declared: jsonColumn<DeclaredSubscription>(),
    requiresApproval: booleanColumn,
    approvalReasons: jsonListColumn<ApprovalReason>(),
    autoApprovedAt: bigintColumn.nullable,
    requestedBy: asciiColumn,
    decidedBy: asciiColumn.nullable.mutable,
    decidedAt: bigintColumn.nullable.mutable,
    decisionNote: textColumn.nullable.mutable,
    activatedAt: bigintColumn.nullable.mutable,
    pausedAt: bigintColumn.nullable.mutable,
    canceledAt: bigintColumn.nullable.mutable,
    until: bigintColumn.nullable,
    expiresAt: bigintColumn.nullable.mutable,
    takenFrom: bigintColumn.nullable.mutableByName.from(({ taken }: Taken) => taken?.startsAt ?? null),
    takenBy: asciiColumn.nullable.mutableByName.from(({ taken }: Taken) => taken?.transactionId ?? null),
    exceeded: jsonColumn<ExceededPurchase>().nullable.mutableByName,
    createdAt: bigintColumn,
  },
  { taken: takenPeriod },
)

/** The columns of an active or paused subscription that decisions read. */
export const loadedSubscriptionColumns = [
  'id',
  'status',
  'declared',
  'decided_by',
  'activated_at',
  'until',
  'taken_from',
  'taken_by',
] as const
export type LoadedSubscriptionRow = Pick<
  SelectedTableRow<typeof subscriptionsTable>,
  (typeof loadedSubscriptionColumns)[number]
>

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
