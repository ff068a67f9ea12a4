import type { ExceededPurchase, SubscriptionStatus } from '../../contract/resources/subscriptions/subscriptions.ts'
import type {
  DeclaredSubscription,
  LoadedSubscription,
  SubscriptionState,
  TakenPeriod,
} from '../../domain/subscription.ts'
import { bigint, boolean, json, made, text, word } from '../statements/column.ts'
import { table } from '../statements/table.ts'
import type { SelectedRow } from '../statements/table-types.ts'

type Taken = Pick<SubscriptionState, 'taken'>

const takenPeriod = ({
  taken_from: startsAt,
  taken_by: transactionId,
}: {
  taken_from: number | null
  taken_by: string | null
}): TakenPeriod | null => (startsAt === null || transactionId === null ? null : { startsAt, transactionId })

export const subscriptions = table(
  'subscriptions',
  {
    id: made,
    accountId: made,
    customerId: made,
    agentId: made.nullable,
    cardId: made,
    status: word<SubscriptionStatus>().mutable,
    declared: json<DeclaredSubscription>(),
    requiresApproval: boolean,
    requestedBy: made,
    decidedBy: made.nullable.mutable,
    decidedAt: bigint.nullable.mutable,
    decisionNote: text.nullable.mutable,
    activatedAt: bigint.nullable.mutable,
    pausedAt: bigint.nullable.mutable,
    canceledAt: bigint.nullable.mutable,
    until: bigint.nullable,
    expiresAt: bigint.nullable.mutable,
    takenFrom: bigint.nullable.mutableByName.from(({ taken }: Taken) => taken?.startsAt ?? null),
    takenBy: made.nullable.mutableByName.from(({ taken }: Taken) => taken?.transactionId ?? null),
    exceeded: json<ExceededPurchase>().nullable.mutableByName,
    createdAt: bigint,
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
export type LoadedSubscriptionRow = Pick<SelectedRow<typeof subscriptions>, (typeof loadedSubscriptionColumns)[number]>

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
