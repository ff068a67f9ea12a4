import {
  type CardState,
  type IntentOutcome,
  isNewPurchaseRequest,
  type SpendRequest,
  type SpendingSubject,
} from '../entities.ts'
import { subscriptionFirstCharges, withSubscriptionPeriod } from '../subscriptions/first-charge.ts'
import { intentColumns } from './intent-columns.ts'
import { matchIntent } from './intent-match.ts'
import type { IntentTolerancePolicy } from './intent-ceiling.ts'
import { claimedMerchantName, merchantMatches, merchantWhereabouts } from '../merchant-match/merchant-match.ts'
import { isSubscriptionOpen } from '../subscriptions/is-open.ts'
import { type SubscriptionPeriod, subscriptionPeriodAt } from '../subscriptions/periods.ts'
import type { LoadedSubscription } from '../subscription.ts'

/** The effects of a purchase on the intents and subscriptions of its card. */
export interface IntentMatchEffects {
  readonly intent: IntentOutcome
  /** The subscription at the purchase's merchant that does not cover the purchase. Undefined: there is none. */
  readonly exceeded?: ExceededSubscription
}

export interface ExceededSubscription {
  readonly subscription: LoadedSubscription
  /**
   * Why the subscription does not cover the purchase. `amount`: the purchase is too large. `period`: the period has had its purchase
   * already.
   */
  readonly why: 'amount' | 'period'
  readonly period: SubscriptionPeriod
}

/**
 * Compares a purchase with the pending intents of its card, and then with the card's subscriptions (contract, section 9). A purchase that
 * matches an intent takes no period of a subscription, but for the intent that declares the first charge of one.
 */
export function matchIntents(
  { customer, intents }: Pick<SpendingSubject, 'customer' | 'intents'>,
  { subscriptions }: CardState,
  { policy, request }: { readonly policy: IntentMatchPolicyFields; readonly request: SpendRequest },
): IntentMatchEffects {
  const { closed, periods } = subscriptionFirstCharges(intentColumns(intents).firstCharges, subscriptions, request.now)
  const intent = withSubscriptionPeriod(matchIntent(intents, policy, request, closed), periods)
  if (subscriptions === undefined || intent.kind === 'matched' || !isNewPurchaseRequest(request)) return { intent }
  // Amounts of another currency are declined, and cannot be compared with a subscription's.
  if (request.currency !== customer.currency) return { intent }
  return matchSubscription(subscriptions, request, intent)
}

/** The fields of the effective policy that are read to compare a purchase with intents and subscriptions. */
export type IntentMatchPolicyFields = IntentTolerancePolicy & { readonly requireIntent: boolean }

/**
 * Finds the subscription that a purchase matches: of the active ones at its merchant that cover it, the one with the smallest amount, and
 * of equal ones the oldest. If none covers the purchase, the one that comes closest is exceeded: one whose period is still free before
 * others, then the one with the largest amount.
 */
function matchSubscription(
  subscriptions: readonly LoadedSubscription[],
  request: SpendRequest,
  intent: IntentOutcome,
): IntentMatchEffects {
  const { amount, now } = request
  const candidates = subscriptions
    .filter((each) => isSubscriptionOpen(each, now) && isAtMerchant(each, request))
    .map((subscription) => {
      const period = subscriptionPeriodAt(subscription.activatedAt, subscription.interval, now)
      return { subscription, period, isFree: subscription.taken?.startsAt !== period.startsAt }
    })
  const covering = candidates.filter(({ subscription, isFree }) => isFree && amount <= subscription.maxAmount)
  const [match] = covering.toSorted((a, b) => a.subscription.maxAmount - b.subscription.maxAmount || byAge(a, b))
  if (match !== undefined) {
    const { id: subscriptionId, maxAmount } = match.subscription
    return { intent: { kind: 'subscribed', subscriptionId, maxAmount, periodStartsAt: match.period.startsAt } }
  }
  const [closest] = candidates.toSorted(
    (a, b) => Number(b.isFree) - Number(a.isFree) || b.subscription.maxAmount - a.subscription.maxAmount || byAge(a, b),
  )
  if (closest === undefined) return { intent }
  const { subscription, period, isFree } = closest
  return { intent, exceeded: { subscription, period, why: isFree ? 'amount' : 'period' } }
}

function isAtMerchant({ merchant: expected }: LoadedSubscription, { merchant }: SpendRequest): boolean {
  const claimed = claimedMerchantName(merchant)
  return claimed !== undefined && merchantMatches(claimed, expected, merchantWhereabouts(merchant))
}

interface Candidate {
  readonly subscription: LoadedSubscription
}

const byAge = (a: Candidate, b: Candidate): number => (a.subscription.id < b.subscription.id ? -1 : 1)
