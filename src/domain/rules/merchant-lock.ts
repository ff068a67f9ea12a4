import type { CheckedTraceEntry } from '../decision/trace.ts'
import { levelOfPolicyField } from '../decision/compiled-policy.ts'
import {
  claimedMerchantName,
  compileMerchant,
  isSameMerchant,
  merchantWhereabouts,
} from '../merchant-match/merchant-match.ts'
import { failedRuleCheck, type PurchaseRule } from './rule.ts'

/**
 * Declines a purchase at another merchant if the card's first purchase has locked the card to a merchant. While `lockToFirstMerchant` is
 * off, the lock is kept but ignored.
 */
export const merchantLockRule: PurchaseRule = ({ subject: { card }, request: { merchant }, policy, compiled }) => {
  const limit = card?.merchantLock ?? null
  if (limit === null || !policy.lockToFirstMerchant) return undefined
  const { name: observed } = merchant
  const claimed = claimedMerchantName(merchant)
  const level = levelOfPolicyField(compiled, 'lockToFirstMerchant')
  const entry: CheckedTraceEntry = {
    rule: 'lockToFirstMerchant',
    code: 'merchant_locked',
    passed:
      claimed !== undefined &&
      isSameMerchant(compileMerchant(claimed), compileMerchant(limit), merchantWhereabouts(merchant)),
    level,
    limit,
    ...(observed === undefined ? {} : { observed }),
  }
  if (entry.passed) return entry
  const why = observed === undefined ? 'no merchant is given' : `${observed} is another merchant`
  return failedRuleCheck(entry, {
    message: `The card is locked to ${limit}, and ${why}.`,
    remedy: `Pay at ${limit}, or set \`lockToFirstMerchant\` of the ${level}'s policy to false.`,
    retryable: false,
  })
}
