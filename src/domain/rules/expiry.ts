import type { CheckedTraceEntry } from '../decision/trace.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import { cardExpiry, cardExpiryField } from '../card-expiry.ts'
import { levelOfPolicyField } from '../decision/compiled-policy.ts'
import { failedRuleCheck, type PurchaseRule } from './rule.ts'

/**
 * Declines purchases from the card's expiry on, even before the sweep closes the card. The rule computes the expiry from the policy instead
 * of reading the stored `expiresAt`, so that a change of a policy counts from the next purchase on (contract, section 5).
 */
export const cardExpiryRule: PurchaseRule = ({ subject: { card }, request, policy, compiled }) => {
  const expiresAt = card === null ? null : cardExpiry(card.createdAt, policy)
  if (expiresAt === null) return undefined
  const rule = cardExpiryField(policy)
  const entry: CheckedTraceEntry = {
    rule,
    code: 'card_expired',
    passed: request.now < expiresAt,
    level: levelOfPolicyField(compiled, rule),
    limit: policy[rule] as number,
  }
  if (entry.passed) return entry
  return failedRuleCheck(entry, {
    message: `The card expired at ${isoTimestamp(expiresAt)}.`,
    remedy: 'Raise `ttlMinutes` and `ttlDays` where they are set, or use another card.',
    retryable: false,
  })
}
