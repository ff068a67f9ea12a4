import type { Limits, Policy } from '../contract/policy.ts'
import type { IntentException } from '../contract/resources/intents/exception.ts'
import type { IntentMatchResult } from '../contract/resources/intents.ts'
import type { SentCredentials } from './credentials.ts'
import type { LoadedSubscription } from './subscription.ts'
import type { LevelSpend } from './spend/spend-windows.ts'

/**
 * The fields of a customer that a decision reads. Times in these types are Unix milliseconds. Amounts are minor units of the customer's
 * currency, which names and comments call cents.
 */
export interface CustomerState {
  readonly id: string
  readonly accountId: string
  /** The ISO 4217 code of the customer's currency, in upper case. It never changes. Everything beneath the customer is in it. */
  readonly currency: string
  readonly status: 'active' | 'suspended'
  readonly policy: Policy
  /** The customer's shadow policy. It is decided beside `policy`, without an effect on the decision. */
  readonly shadowPolicy?: Policy | undefined
  readonly limits: Limits
  /** Whether somebody has stopped all spending of the customer's account. */
  readonly isAccountStopped?: true
}

export interface AgentState {
  readonly id: string
  readonly status: 'active' | 'paused' | 'disabled'
  readonly policy: Policy
  /** The agent's shadow policy. It is decided beside `policy`, without an effect on the decision. */
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
  /** The last four digits of the card's number. Null: the issuer has not made the card yet. */
  readonly last4: string | null
  readonly policy: Policy
  /** The card's shadow policy. It is decided beside `policy`, without an effect on the decision. */
  readonly shadowPolicy?: Policy | undefined
  readonly limits: Limits
  readonly createdAt: number
  /**
   * When the card expires. Null: never. The time is stored for lists and the sweep; decisions compute the expiry from the policy instead.
   */
  readonly expiresAt: number | null
  readonly merchantLock: string | null
  readonly consumedAt: number | null
  readonly firstSpendAt: number | null
  /** When wrong expiries or CVVs were sent since the last right CVV, oldest first: see `credentials.ts`. */
  readonly failedCredentials: readonly number[]
  /** The card's active and paused subscriptions. Absent if there are none. */
  readonly subscriptions?: readonly LoadedSubscription[]
  /** The card on which the intent of a one-time card was declared: see `one-time-card.ts`. Undefined: it is an ordinary card. */
  readonly parentCardId?: string | undefined
  /** The intent for which a one-time card was made. Undefined: it is an ordinary card. */
  readonly intentId?: string | undefined
}

/** A `pending` intent of the card, with the fields that matching needs. */
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
  /** The ceiling of the intent: the most cents of a matching purchase, as fixed when the intent was declared. */
  readonly ceiling?: number
  /** True: the intent has answered an issuer's challenge. No rule reads it. */
  readonly isAuthenticated?: true
  /** True: a person has approved the intent. */
  readonly isApproved?: true
  /** The rules that a person has lifted for the purchase of the intent. Absent: none. */
  readonly exception?: IntentException
  /** How often the intent's declaration was corrected. Absent: never. */
  readonly corrections?: number
  /** The subscription whose first charge the intent declares: its purchase takes the period. */
  readonly subscriptionId?: string
  /** The one-time card that was made for the intent, which alone can pay for it. Absent: none was made. */
  readonly oneTimeCardId?: string
}

/** An approved authorization that a later purchase may duplicate. */
export interface RecentPurchase {
  readonly at: number
  readonly amount: number
  readonly merchantName: string | null
  /** The recognized key of the merchant's name. */
  readonly merchantKey: string
}

/** The names of the merchants where a customer has bought. */
export interface BoughtMerchants {
  /** Whether one of the merchants' names is another form of `name`, as authorizations in this city and country have it. */
  has(name: string, location?: Pick<Merchant, 'city' | 'country'>): boolean
}

export interface Merchant {
  readonly name?: string
  readonly mcc?: string
  readonly city?: string
  readonly country?: string
  readonly networkId?: string
}

/** The amount that a merchant asked for in its own currency, in minor units, before the network converted it. */
export interface MerchantMoney {
  readonly amount: number
  /** The ISO 4217 code, in upper case, of the currency in which the merchant asked. */
  readonly currency: string
}

/** The values of memories of rules, by memory: see `recallRuleMemory` in `memories/`. A memory that no policy needs is missing. */
export type RuleMemoryValues = ReadonlyMap<object, unknown>

/** The levels that spend: the customer, the agent and the card, each with its spend. */
export interface SpendingSubject {
  readonly customer: CustomerState
  readonly agent: AgentState | null
  /** The card of the purchase. Null: an evaluation names no card, and rules about the card are skipped. */
  readonly card: CardState | null
  readonly spend: {
    readonly customer: LevelSpend
    readonly agent: LevelSpend | null
    readonly card: LevelSpend | null
  }
  /** The pending intents of the card. They may include expired ones, because matching checks the time. */
  readonly intents: readonly PendingIntent[]
  /** The rules' memories of earlier purchases. Undefined: no policy needs any. */
  readonly memories?: RuleMemoryValues | undefined
  /** When a grant to read the card number was last used, in Unix milliseconds. Null: never. */
  readonly lastAttestedAt: number | null
}

/** The levels of a purchase, which has a card. */
export interface CardSubject extends SpendingSubject {
  readonly card: CardState
}

/** Whether a level has a shadow policy. */
export const hasShadowPolicy = ({
  customer,
  agent,
  card,
}: Pick<SpendingSubject, 'customer' | 'agent' | 'card'>): boolean =>
  customer.shadowPolicy !== undefined || agent?.shadowPolicy !== undefined || card?.shadowPolicy !== undefined

export interface SpendRequest {
  /**
   * The amount of the spend request in cents. An amount of 0 is a card check: the rules of status, merchant and time apply to it, and it
   * counts towards no limit.
   */
  readonly amount: number
  /** The ISO 4217 code of the spend request's currency, in upper case. */
  readonly currency: string
  readonly merchant: Merchant
  /** The time of the purchase in Unix milliseconds. */
  readonly now: number
  /**
   * The cents that were authorized before an increment. Undefined: the request is no increment. `perAuth` and `maxAmount` cap the sum of
   * these cents and the increment. Rules about cooldown, transaction count, duplicates and intents are not asked about an increment.
   */
  readonly authorizedBefore?: number
  /**
   * Whether the increment's own transaction used up the single-use card, which has been closed since. Undefined: the request is no
   * increment.
   */
  readonly consumedCard?: boolean
  /**
   * The intent or subscription that the increment's transaction matched, with its ceiling. Undefined: the transaction matched none, or the
   * request is no increment.
   */
  readonly boundBy?: MatchedIntentSpendBound
  /** The expiry and CVV that the network sent. Undefined: the request is not an authorization from the network. */
  readonly credentials?: SentCredentials
}

/** The intent or subscription that a transaction matched, and that limits the whole purchase, increments included. */
export interface MatchedIntentSpendBound {
  /** The id of the intent or the subscription that the transaction matched. */
  readonly intentId: string
  readonly ceiling: number
  /** The cents of the whole purchase, the increment included, which the ceiling bounds. */
  readonly total: number
  /** The rules that a person has lifted for the purchase of the intent, increments included. Absent: none. */
  readonly exception?: IntentException
}

/** Whether the request is a new purchase: neither a card check of 0 cents nor an increment of an earlier one. */
export const isNewPurchaseRequest = ({ amount, authorizedBefore }: SpendRequest): boolean =>
  amount > 0 && authorizedBefore === undefined

/** The period of a subscription that a purchase takes, so that no other purchase of the period can match the subscription. */
export interface SubscriptionPeriodOfPurchase {
  readonly subscriptionId: string
  /** When the subscription's period began, in Unix milliseconds. */
  readonly periodStartsAt: number
}

/**
 * The effect of an approved authorization on the card's intents. An increment changes no intent: it stays within the ceiling of its
 * transaction's intent (`kept`) or exceeds it (`exceeded`).
 */
export type IntentOutcome =
  | {
      readonly kind: 'matched'
      readonly intentId: string
      readonly result: IntentMatchResult
      /** The period of a subscription that the purchase takes beside its intent. Absent: none. */
      readonly takes?: SubscriptionPeriodOfPurchase
    }
  | { readonly kind: 'mismatched'; readonly intentId: string; readonly result: IntentMatchResult }
  | ({ readonly kind: 'subscribed'; readonly maxAmount: number } & SubscriptionPeriodOfPurchase)
  | { readonly kind: 'missing' }
  | ({ readonly kind: 'kept' } & MatchedIntentSpendBound)
  | ({ readonly kind: 'exceeded' } & MatchedIntentSpendBound)
  | { readonly kind: 'none' }

/** The period of a subscription that an outcome of matching takes. Undefined: it takes none. */
export const subscriptionPeriodTakenBy = (outcome: IntentOutcome): SubscriptionPeriodOfPurchase | undefined =>
  outcome.kind === 'subscribed' ? outcome : outcome.kind === 'matched' ? outcome.takes : undefined
