import type { CheckedEntry } from '../decision/trace.ts'
import { levelOf } from '../decision/compiled-policy.ts'
import { claimedName, compileMerchant, sameMerchant, whereaboutsOf } from '../merchant-match/merchant-match.ts'
import { failed, type Rule } from './rule.ts'

/**
 * Declines a purchase at another merchant if the card's first purchase has locked the card to a merchant. While `lockToFirstMerchant` is
 * off, the lock is kept but ignored.
 */
export const merchantLock: Rule = ({ subject: { card }, request: { merchant }, policy, compiled }) => {
  const limit = card?.merchantLock ?? null
  if (limit === null || !policy.lockToFirstMerchant) return undefined
  const { name: observed } = merchant
  const claimed = claimedName(merchant)
  const level = levelOf(compiled, 'lockToFirstMerchant')
  const entry: CheckedEntry = {
    rule: 'lockToFirstMerchant',
    code: 'merchant_locked',
    passed:
      claimed !== undefined && sameMerchant(compileMerchant(claimed), compileMerchant(limit), whereaboutsOf(merchant)),
    level,
    limit,
    ...(observed === undefined ? {} : { observed }),
  }
  if (entry.passed) return entry
  const why = observed === undefined ? 'no merchant is given' : `${observed} is another merchant`
  return failed(entry, {
    message: `The card is locked to ${limit}, and ${why}.`,
    remedy: `Pay at ${limit}, or set \`lockToFirstMerchant\` of the ${level}'s policy to false.`,
    retryable: false,
  })
}
