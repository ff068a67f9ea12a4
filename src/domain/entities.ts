import type { Limits, Policy } from '../contract/policy.ts'
import type { MatchResult } from '../contract/resources/intents.ts'
import type { Credentials } from './decision/credentials.ts'
import type { Spend } from './spend/spend-windows.ts'

/** What a decision needs to know of a customer, an agent and a card. Times are Unix milliseconds. */
export interface CustomerState {
  readonly id: string
  readonly accountId: string
  readonly status: 'active' | 'suspended'
  readonly policy: Policy
  /** Decides beside it, without an effect. */
  readonly shadowPolicy?: Policy | undefined
  readonly limits: Limits
  /** All spending of its account is stopped. */
  readonly isAccountStopped?: true
}

export interface AgentState {
  readonly id: string
  readonly status: 'active' | 'paused' | 'disabled'
  readonly policy: Policy
  /** Decides beside it, without an effect. */
  readonly shadowPolicy?: Policy | undefined
  readonly limits: Limits
}

export interface CardState {
  readonly id: string
  readonly accountId: string
  readonly customerId: string
  readonly agentId: string | null
  readonly status: 'active' | 'frozen' | 'closed'
  readonly usage: 'single' | 'multi'
  /** Null until its issuer has made it. */
  readonly last4: string | null
  readonly policy: Policy
  /** Decides beside it, without an effect. */
  readonly shadowPolicy?: Policy | undefined
  readonly limits: Limits
  readonly createdAt: number
  /** As stored for lists and the sweeper; a decision reads the expiry from the policy. */
  readonly expiresAt: number | null
  readonly merchantLock: string | null
  readonly consumedAt: number | null
  readonly firstSpendAt: number | null
  /** When a wrong expiry or CVV was sent, in a row, oldest first: see `credentials.ts`. */
  readonly failedCredentials: readonly number[]
}

/** A `pending` intent of the card, as far as matching needs it. */
export interface PendingIntent {
  readonly id: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly expectedAmount?: number
  readonly expectedCurrency?: string
  readonly expectedMerchant?: string
  readonly expectedMccs?: readonly string[]
  readonly toleranceCents?: number
  readonly tolerancePercent?: number
  /** Most cents that a purchase of it may come to, as fixed when it was declared. */
  readonly ceiling?: number
}

/** An approved authorization that a later one may repeat. */
export interface RecentPurchase {
  readonly at: number
  readonly amount: number
  readonly merchantName: string | null
}

export interface Merchant {
  readonly name?: string
  readonly mcc?: string
  readonly city?: string
  readonly country?: string
  readonly networkId?: string
}

/** Who spends: the levels that apply, most general first, each with what it has spent. */
export interface Subject {
  readonly customer: CustomerState
  readonly agent: AgentState | null
  /** Absent where an evaluation names no card: card rules are then skipped. */
  readonly card: CardState | null
  readonly spend: {
    readonly customer: Spend
    readonly agent: Spend | null
    readonly card: Spend | null
  }
  /** Pending intents of the card, expired ones included: the decision looks at the time. */
  readonly intents: readonly PendingIntent[]
  /** Approved authorizations of the card, needed only where the policy sets `duplicateWindowMinutes`. */
  readonly recentPurchases: readonly RecentPurchase[]
  /** When a grant of the card was last used up, if ever. */
  readonly lastAttestedAt: number | null
}

export interface SpendRequest {
  /** Integer cents. 0 is a card check: it passes the rules of status, merchant and time, and counts nowhere. */
  readonly amount: number
  /** Upper case. */
  readonly currency: string
  readonly merchant: Merchant
  /** Unix milliseconds. */
  readonly now: number
  /**
   * Only on an increment of an approved transaction: the cents authorized before. The sum is what `perAuth` and
   * `maxAmount` cap. An increment is exempt from cooldown, transaction count, duplicates and intents.
   */
  readonly authorizedBefore?: number
  /** Only on an increment: whether its own transaction consumed the single-use card, which is closed since. */
  readonly consumedCard?: boolean
  /** Only on an increment: what the intent that its transaction matched allows. */
  readonly boundBy?: IntentBound
  /** Only at the network door, of an authorization. */
  readonly credentials?: Credentials
}

/** A matched intent binds its whole purchase. */
export interface IntentBound {
  readonly intentId: string
  readonly ceiling: number
  /** Cents that the purchase comes to with the increment. */
  readonly total: number
}

/** A purchase of its own: neither a card check of 0 nor an increment of an earlier one. */
export const isPurchase = ({ amount, authorizedBefore }: SpendRequest): boolean =>
  amount > 0 && authorizedBefore === undefined

/**
 * What an approved authorization does to the card's intents. An increment does nothing to them: it keeps to the intent of
 * its transaction, or exceeds it.
 */
export type IntentOutcome =
  | { readonly kind: 'matched'; readonly intentId: string; readonly result: MatchResult }
  | { readonly kind: 'mismatched'; readonly intentId: string; readonly result: MatchResult }
  | { readonly kind: 'missing' }
  | ({ readonly kind: 'kept' } & IntentBound)
  | ({ readonly kind: 'exceeded' } & IntentBound)
  | { readonly kind: 'none' }
