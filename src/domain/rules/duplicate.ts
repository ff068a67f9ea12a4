import type { CheckedTraceEntry } from '../decision/trace.ts'
import { MINUTE_MS, isoTimestamp } from '../../lib/clock.ts'
import { levelOfPolicyField } from '../decision/compiled-policy.ts'
import { isNewPurchaseRequest, type RecentPurchase, type SpendRequest } from '../entities.ts'
import { recallRuleMemory } from '../memories/memories.ts'
import { recentPurchases } from '../memories/recent-purchases.ts'
import {
  compileMerchant,
  isSoughtMerchantKey,
  isSameMerchant,
  soughtMerchantKeys,
  merchantWhereabouts,
} from '../merchant-match/merchant-match.ts'
import { failedRuleCheck, retryOfFailedRuleCheck, type PurchaseRule } from './rule.ts'

/**
 * Declines a purchase if the card had an approved authorization with the same merchant and amount within the window. A purchase that
 * matches a pending intent or a subscription is no duplicate (contract, section 5).
 */
export const duplicatePurchaseRule: PurchaseRule = ({ subject, request, policy, compiled, intent }) => {
  const { duplicateWindowMinutes: limit } = policy
  if (limit === undefined || !isNewPurchaseRequest(request) || subject.card === null) return undefined
  const isDeclared = intent.kind === 'matched' || intent.kind === 'subscribed'
  const repeated = isDeclared
    ? []
    : sameAs(
        request,
        (recallRuleMemory(recentPurchases, subject) ?? []).filter(({ at }) => request.now < at + limit * MINUTE_MS),
      )
  const level = levelOfPolicyField(compiled, 'duplicateWindowMinutes')
  const entry: CheckedTraceEntry = {
    rule: 'duplicateWindowMinutes',
    code: 'duplicate_charge',
    passed: repeated.length === 0,
    level,
    limit,
  }
  if (entry.passed) return entry
  const last = Math.max(...repeated.map(({ at }) => at))
  const end = last + limit * MINUTE_MS
  return failedRuleCheck(entry, {
    message: `The card paid the same amount to the same merchant at ${isoTimestamp(last)}.`,
    remedy: `Wait until ${isoTimestamp(end)}, declare an intent for this purchase, or lower \`duplicateWindowMinutes\` of the ${level}'s policy.`,
    ...retryOfFailedRuleCheck(end),
  })
}

/** The purchases that have the amount and merchant of the request. If neither names a merchant, the merchants count as the same. */
function sameAs({ amount, merchant }: SpendRequest, purchases: readonly RecentPurchase[]): readonly RecentPurchase[] {
  const ofAmount = purchases.filter((earlier) => earlier.amount === amount)
  const { name } = merchant
  if (ofAmount.length === 0) return ofAmount
  if (name === undefined) return ofAmount.filter(({ merchantName }) => merchantName === null)
  const where = merchantWhereabouts(merchant)
  const sought = soughtMerchantKeys(name, where)
  return ofAmount.filter(
    ({ merchantName, merchantKey }) =>
      merchantName !== null &&
      isSoughtMerchantKey(sought, merchantKey) &&
      isSameMerchant(compileMerchant(name), compileMerchant(merchantName), where),
  )
}
