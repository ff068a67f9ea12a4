import type { ApprovalReason } from '../contract/resources/intents/approval-reasons.ts'
import type {
  ExceededPurchase,
  SubscriptionInterval,
  SubscriptionStatus,
} from '../contract/resources/subscriptions/subscriptions.ts'

/** A subscription as its caller asked for it. Amounts are cents, times are Unix milliseconds. */
export interface DeclaredSubscription {
  readonly merchant: string
  readonly maxAmount: number
  readonly interval: SubscriptionInterval
  readonly purpose: string
  readonly expectedOrigin?: string
  /** The id of the subscription that ends when this one becomes active. */
  readonly replaces?: string
  readonly metadata?: Record<string, unknown>
}

/** The period of a subscription that a purchase has taken. Null: no purchase has, or a reversal gave the period back. */
export interface TakenSubscriptionPeriod {
  /** When the subscription's period began, in Unix milliseconds. */
  readonly startsAt: number
  readonly transactionId: string
}

/** A subscription with its later state. Times are Unix milliseconds, amounts are cents. */
export interface SubscriptionState {
  readonly id: string
  readonly accountId: string
  readonly customerId: string
  readonly agentId: string | null
  readonly cardId: string
  readonly status: SubscriptionStatus
  readonly declared: DeclaredSubscription
  readonly requiresApproval: boolean
  /** Why a person has to decide, or had to, as it was when the subscription was asked for. */
  readonly approvalReasons: readonly ApprovalReason[]
  /** When `autoApproveBelow` approved the subscription. Null: it did not. */
  readonly autoApprovedAt: number | null
  /** The id of the API key or the person that asked for the subscription. */
  readonly requestedBy: string
  readonly decidedBy: string | null
  readonly decidedAt: number | null
  /** The note of the person or key that approved or rejected the subscription. */
  readonly decisionNote: string | null
  /** When the subscription became active first. Its periods are counted from this moment. */
  readonly activatedAt: number | null
  readonly pausedAt: number | null
  readonly canceledAt: number | null
  /** When the caller wants the subscription to end. Null: never. */
  readonly until: number | null
  /** Until when a person can decide about the subscription. Once it is approved: the same as `until`. Null: it never expires. */
  readonly expiresAt: number | null
  readonly taken: TakenSubscriptionPeriod | null
  /** The last purchase at the subscription's merchant that the subscription did not cover. */
  readonly exceeded: ExceededPurchase | null
  readonly createdAt: number
}

/** An active or paused subscription with the fields that decisions about its card read. */
export interface LoadedSubscription extends Pick<
  DeclaredSubscription,
  'merchant' | 'maxAmount' | 'interval' | 'purpose' | 'expectedOrigin'
> {
  readonly id: string
  readonly status: 'active' | 'paused'
  /** True: a person has approved the subscription. */
  readonly isApproved?: true
  readonly activatedAt: number
  readonly until: number | null
  readonly taken: TakenSubscriptionPeriod | null
}
