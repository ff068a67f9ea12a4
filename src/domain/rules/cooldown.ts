import type { CheckedTraceEntry } from '../decision/trace.ts'
import { MINUTE_MS, isoTimestamp } from '../../lib/clock.ts'
import { levelOfPolicyField } from '../decision/compiled-policy.ts'
import { cardCooldownEndsAt } from '../decision/cooldown.ts'
import { failedRuleCheck, retryOfFailedRuleCheck, type PurchaseRule } from './rule.ts'

/**
 * Declines a purchase that comes too soon after the card's last approved one. A purchase exactly at the end of the cooldown passes. The
 * rule does not apply to increments.
 */
export const cooldownRule: PurchaseRule = ({ subject, request, policy, compiled }) => {
  const { cooldownMinutes: limit } = policy
  const spend = subject.spend.card
  if (limit === undefined || spend === null || request.authorizedBefore !== undefined) return undefined
  const end = cardCooldownEndsAt(spend, limit)
  const level = levelOfPolicyField(compiled, 'cooldownMinutes')
  const entry: CheckedTraceEntry = {
    rule: 'cooldownMinutes',
    code: 'cooldown_active',
    passed: request.now >= end,
    level,
    limit,
  }
  if (entry.passed) return entry
  const leftMinutes = Math.ceil((end - request.now) / MINUTE_MS)
  return failedRuleCheck(entry, {
    message: `The ${level}'s policy asks for ${limit} minutes between two transactions; ${leftMinutes} are left.`,
    remedy: `Wait until ${isoTimestamp(end)}, or lower \`cooldownMinutes\` of the ${level}'s policy.`,
    ...retryOfFailedRuleCheck(end),
  })
}
