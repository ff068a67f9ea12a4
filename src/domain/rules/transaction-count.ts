import type { CheckedTraceEntry } from '../decision/trace.ts'
import { spendOfMostSpecificLevel } from '../decision/caps.ts'
import { levelOfPolicyField } from '../decision/compiled-policy.ts'
import { isNewPurchaseRequest } from '../entities.ts'
import { approvedAuthorizationsInLastDay, whenApprovalCountFallsTo } from '../spend/spend-windows.ts'
import { failedRuleCheck, retryOfFailedRuleCheck, type PurchaseRule } from './rule.ts'

/**
 * Declines a purchase if the card has had too many approved authorizations above 0 in the trailing 24 hours. Card checks and increments do
 * not count (contract, section 5).
 */
export const transactionCountRule: PurchaseRule = ({ subject, request, policy, compiled }) => {
  const { maxTransactionsPerDay: limit } = policy
  if (limit === undefined || !isNewPurchaseRequest(request)) return undefined
  const spend = spendOfMostSpecificLevel(subject)
  const observed = approvedAuthorizationsInLastDay(spend, request.now) + 1
  const level = levelOfPolicyField(compiled, 'maxTransactionsPerDay')
  const entry: CheckedTraceEntry = {
    rule: 'maxTransactionsPerDay',
    code: 'max_transactions_exceeded',
    passed: observed <= limit,
    level,
    limit,
    observed,
  }
  if (entry.passed) return entry
  return failedRuleCheck(entry, {
    message: `This would be transaction ${observed} in 24 hours; the ${level}'s policy allows ${limit}.`,
    remedy: `Raise \`maxTransactionsPerDay\` of the ${level}'s policy to at least ${observed}.`,
    ...retryOfFailedRuleCheck(whenApprovalCountFallsTo(spend, limit - 1)),
  })
}
