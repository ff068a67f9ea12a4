import { levelOfPolicyField } from '../decision/compiled-policy.ts'
import type { CheckedTraceEntry } from '../decision/trace.ts'
import type { SpendingSubject } from '../entities.ts'
import { recallRuleMemory } from '../memories/memories.ts'
import { amountsSpentAt, spentAtMerchantsMemory, type SpentAmount } from '../memories/spent-at.ts'
import { amountInRemedyText, formatMoney } from '../money.ts'
import { whenSpendEntriesFallTo, trailingLimitWindowMs } from '../spend/spend-windows.ts'
import { failedRuleCheck, retryOfFailedRuleCheck, type PurchaseRule } from './rule.ts'

/**
 * Declines a purchase or an increment if the level whose policy sets `maxPerMerchantPerDay` would have spent more than that at the merchant
 * within 24 hours (contract, section 5). A card check of 0 cents passes.
 */
export const merchantPerDayRule: PurchaseRule = ({ subject, request, policy, compiled }) => {
  const { maxPerMerchantPerDay: limit } = policy
  const known = recallRuleMemory(spentAtMerchantsMemory, subject)
  if (limit === undefined || known === undefined) return undefined
  const { amount, merchant, now } = request
  const level = levelOfPolicyField(compiled, 'maxPerMerchantPerDay')
  const isIn = isOfLevel(subject, level)
  const parts = amountsSpentAt(
    merchant,
    known.filter((part) => part.at > now - trailingLimitWindowMs.perDay && isIn(part)),
  )
  const observed = parts.reduce((sum, part) => sum + part.amount, amount)
  const entry: CheckedTraceEntry = {
    rule: 'maxPerMerchantPerDay',
    code: 'merchant_per_day_exceeded',
    passed: amount === 0 || observed <= limit,
    level,
    limit,
    observed,
  }
  if (entry.passed) return entry
  const { currency } = subject.customer
  const spent = observed === amount ? 'is' : `would make ${formatMoney(observed, currency)},`
  return failedRuleCheck(entry, {
    message: `${formatMoney(amount, currency)} at one merchant in 24 hours ${spent} over the limit of ${formatMoney(limit, currency)} set by the ${level}'s policy.`,
    remedy: `Raise \`maxPerMerchantPerDay\` of the ${level}'s policy to at least ${amountInRemedyText(observed, currency)}.`,
    ...retryOfFailedRuleCheck(whenSpendEntriesFallTo(byMoment(parts), 'perDay', limit - amount)),
  })
}

/** Whether an amount was spent by the level: all that the customer, the agent or the card has spent. */
function isOfLevel({ agent, card }: SpendingSubject, level: string): (part: SpentAmount) => boolean {
  if (level === 'card') return ({ cardId }) => cardId === card?.id
  if (level === 'agent') return ({ agentId }) => agentId === agent?.id
  return () => true
}

/** The sums of the amounts by their moments, oldest first: what was given back leaves the window with what was spent. */
function byMoment(parts: readonly SpentAmount[]): { at: number; amount: number; count: number }[] {
  const sums = new Map<number, number>()
  for (const { at, amount } of parts) sums.set(at, (sums.get(at) ?? 0) + amount)
  return [...sums].map(([at, amount]) => ({ at, amount, count: 0 })).toSorted((a, b) => a.at - b.at)
}
