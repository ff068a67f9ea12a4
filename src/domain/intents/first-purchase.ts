import type { Policy } from '../../contract/policy.ts'
import { type IntentOutcome, isPurchase, type SpendRequest, type Subject } from '../entities.ts'
import { claimedName } from '../merchant-match/merchant-match.ts'
import { takenBy } from '../subscriptions/first-charge.ts'

/**
 * Whether a purchase is the customer's first one at its merchant. False where the policy does not ask about first purchases. A purchase
 * without a merchant's name counts as a first one. `boughtAt` undefined: the names were not read, because no policy asks.
 */
export function isFirstPurchase(
  { boughtAt, card }: Pick<Subject, 'boughtAt' | 'card'>,
  { newMerchant }: Pick<Policy, 'newMerchant'>,
  request: SpendRequest,
): boolean {
  if (newMerchant !== 'approve' || boughtAt === undefined || card === null || !isPurchase(request)) return false
  const name = claimedName(request.merchant)
  return name === undefined || !boughtAt.has(name, request.merchant)
}

/** Whether the intent or the subscription that a purchase matches was approved by a person. */
export function isApprovedMatch({ intents, card }: Pick<Subject, 'intents' | 'card'>, intent: IntentOutcome): boolean {
  const period = takenBy(intent)
  if (card?.subscriptions?.some(({ id, isApproved }) => id === period?.subscriptionId && isApproved)) return true
  return intent.kind === 'matched' && intents.find(({ id }) => id === intent.intentId)?.isApproved === true
}
