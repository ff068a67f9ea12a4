import type { IntentException } from '../../contract/resources/intents/exception.ts'
import type { CheckedTraceEntry } from '../decision/trace.ts'
import type { SpendingCap } from '../decision/caps.ts'
import type { CompiledPolicy } from '../decision/compiled-policy.ts'
import type { ExceededSubscription } from '../intents/subscription-match.ts'
import type { IntentOutcome, SpendRequest, SpendingSubject } from '../entities.ts'

/** The input of every rule: a purchase or an increment, the levels to which it belongs, and values that were computed from them. */
export interface PurchaseRuleInput {
  readonly subject: SpendingSubject
  readonly request: SpendRequest
  readonly compiled: CompiledPolicy
  /** The fields of the effective policy. */
  readonly policy: CompiledPolicy['policy']
  readonly caps: readonly SpendingCap[]
  /** The result of comparing the purchase with the card's intents and subscriptions. */
  readonly intent: IntentOutcome
  /** The subscription at the purchase's merchant that does not cover the purchase. Undefined: there is none. */
  readonly exceeded: ExceededSubscription | undefined
  /** The rules that a person has lifted for this purchase alone. Undefined: none. */
  readonly exception: IntentException | undefined
  /** Whether the policy asks about first purchases, and the purchase is the customer's first one at its merchant. */
  readonly isFirstPurchase: boolean
  /**
   * Whether the purchase is a first purchase that the policy asks about, and matches no intent or subscription that a person has approved.
   */
  readonly isUnapprovedFirst: boolean
}

/** The answer of a rule that applies to a purchase: an entry of the trace and, if the check failed, its explanation. */
export type PurchaseRuleFinding = CheckedTraceEntry | FailedRuleCheck

export type FailedRuleCheck = CheckedTraceEntry & FailedRuleCheckExplanation & { readonly passed: false }

/** A rule's explanation of a check that failed. */
export interface FailedRuleCheckExplanation {
  /** A sentence for a person that says why the check of a rule failed. */
  readonly message: string
  /** The change that would make the purchase pass: the field and the value that it needs. */
  readonly remedy: string
  /**
   * The exact value to add to a policy's list so that the purchase passes. Undefined: the observed value is to be added, or there is no
   * list to add to.
   */
  readonly add?: string
  /** The allowed name of a merchant that a refused name most likely means. Undefined: no allowed name is near. */
  readonly nearestShop?: string
  /** Whether the same purchase can pass later without a change of policy. */
  readonly retryable: boolean
  /** The earliest moment at which the same purchase can pass this rule, in Unix milliseconds. Undefined: waiting does not help. */
  readonly retryAt?: number
}

/** A rule of the ladder: a pure function. It returns undefined or an empty list if it does not apply. */
export type PurchaseRule = (
  spending: PurchaseRuleInput,
) => PurchaseRuleFinding | readonly PurchaseRuleFinding[] | undefined

/** Applies `Omit` to each member of the union of rules' checks. `Omit` of the whole union would lose which rule has which code. */
type WithoutPassed<Entry> = Entry extends CheckedTraceEntry ? Omit<Entry, 'passed'> : never
export type UnpassedRuleCheck = WithoutPassed<CheckedTraceEntry>

/** Makes a rule's failed check with its explanation. Explanations are only made for failures, because most checks pass. */
export const failedRuleCheck = (entry: UnpassedRuleCheck, words: FailedRuleCheckExplanation): FailedRuleCheck => ({
  ...entry,
  passed: false,
  ...words,
})

/** The `retryable` and `retryAt` of an explanation. `retryAt`: Unix milliseconds; undefined: waiting does not help. */
export const retryOfFailedRuleCheck = (
  retryAt: number | undefined,
): Pick<FailedRuleCheckExplanation, 'retryable' | 'retryAt'> =>
  retryAt === undefined ? { retryable: false } : { retryable: true, retryAt }
