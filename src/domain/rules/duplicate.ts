import type { CheckedEntry } from '../decision/trace.ts'
import { MINUTE_MS, timestamp } from '../../lib/clock.ts'
import { levelOf } from '../decision/compiled-policy.ts'
import { isPurchase, type RecentPurchase, type SpendRequest } from '../entities.ts'
import { recall } from '../memories/memories.ts'
import { recentPurchases } from '../memories/recent-purchases.ts'
import { compileMerchant, isSought, sameMerchant, soughtKeys, whereaboutsOf } from '../merchant-match/merchant-match.ts'
import { failed, retry, type Rule } from './rule.ts'

/**
 * Declines a purchase if the card had an approved authorization with the same merchant and amount within the window. A purchase that
 * matches a pending intent or a subscription is no duplicate (contract, section 5).
 */
export const duplicate: Rule = ({ subject, request, policy, compiled, intent }) => {
  const { duplicateWindowMinutes: limit } = policy
  if (limit === undefined || !isPurchase(request) || subject.card === null) return undefined
  const isDeclared = intent.kind === 'matched' || intent.kind === 'subscribed'
  const repeated = isDeclared
    ? []
    : sameAs(
        request,
        (recall(recentPurchases, subject) ?? []).filter(({ at }) => request.now < at + limit * MINUTE_MS),
      )
  const level = levelOf(compiled, 'duplicateWindowMinutes')
  const entry: CheckedEntry = {
    rule: 'duplicateWindowMinutes',
    code: 'duplicate_charge',
    passed: repeated.length === 0,
    level,
    limit,
  }
  if (entry.passed) return entry
  const last = Math.max(...repeated.map(({ at }) => at))
  const end = last + limit * MINUTE_MS
  return failed(entry, {
    message: `The card paid the same amount to the same merchant at ${timestamp(last)}.`,
    remedy: `Wait until ${timestamp(end)}, declare an intent for this purchase, or lower \`duplicateWindowMinutes\` of the ${level}'s policy.`,
    ...retry(end),
  })
}

/** The purchases that have the amount and merchant of the request. If neither names a merchant, the merchants count as the same. */
function sameAs({ amount, merchant }: SpendRequest, purchases: readonly RecentPurchase[]): readonly RecentPurchase[] {
  const ofAmount = purchases.filter((earlier) => earlier.amount === amount)
  const { name } = merchant
  if (ofAmount.length === 0) return ofAmount
  if (name === undefined) return ofAmount.filter(({ merchantName }) => merchantName === null)
  const where = whereaboutsOf(merchant)
  const sought = soughtKeys(name, where)
  return ofAmount.filter(
    ({ merchantName, merchantKey }) =>
      merchantName !== null &&
      isSought(sought, merchantKey) &&
      sameMerchant(compileMerchant(name), compileMerchant(merchantName), where),
  )
}
