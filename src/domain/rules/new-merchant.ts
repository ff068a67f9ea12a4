import { levelOfPolicyField } from '../decision/compiled-policy.ts'
import type { CheckedTraceEntry } from '../decision/trace.ts'
import { failedRuleCheck, type PurchaseRule } from './rule.ts'

/**
 * Declines a purchase at a merchant where the customer never bought, unless it matches an intent or a subscription that a person has
 * approved. It applies where `onMissingIntent` declines or freezes; elsewhere such a purchase is approved and flagged.
 */
export const newMerchantRule: PurchaseRule = ({ policy, compiled, isFirstPurchase, isUnapprovedFirst }) => {
  const { onMissingIntent: limit } = policy
  if (!isFirstPurchase || limit === 'flag') return undefined
  const level = levelOfPolicyField(compiled, 'newMerchant')
  const entry: CheckedTraceEntry = {
    rule: 'newMerchant',
    code: 'intent_missing',
    passed: !isUnapprovedFirst,
    level,
    limit,
  }
  if (entry.passed) return entry
  return failedRuleCheck(entry, {
    message: 'This customer has never bought at this merchant: a person has to approve the first purchase.',
    remedy: `Declare an intent for this purchase and have a person approve it, or set \`newMerchant\` of the ${level}'s policy to \`off\`.`,
    retryable: true,
  })
}
