import type { CheckedEntry } from '../decision/trace.ts'
import { mostSpecificSpend } from '../decision/caps.ts'
import { levelOf } from '../decision/compiled-policy.ts'
import { isPurchase } from '../entities.ts'
import { approvedCount, countFallsTo } from '../spend/spend-windows.ts'
import { failed, retry, type Rule } from './rule.ts'

/**
 * Declines a purchase if the card has had too many approved authorizations above 0 in the trailing 24 hours. Card checks and increments do
 * not count (contract, section 5).
 */
export const transactionCount: Rule = ({ subject, request, policy, compiled }) => {
  const { maxTransactionsPerDay: limit } = policy
  if (limit === undefined || !isPurchase(request)) return undefined
  const spend = mostSpecificSpend(subject)
  const observed = approvedCount(spend, request.now) + 1
  const level = levelOf(compiled, 'maxTransactionsPerDay')
  const entry: CheckedEntry = {
    rule: 'maxTransactionsPerDay',
    code: 'max_transactions_exceeded',
    passed: observed <= limit,
    level,
    limit,
    observed,
  }
  if (entry.passed) return entry
  return failed(entry, {
    message: `This would be transaction ${observed} in 24 hours; the ${level}'s policy allows ${limit}.`,
    remedy: `Raise \`maxTransactionsPerDay\` of the ${level}'s policy to at least ${observed}.`,
    ...retry(countFallsTo(spend, limit - 1)),
  })
}
