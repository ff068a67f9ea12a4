import type { CheckedEntry } from '../decision/trace.ts'
import { timestamp } from '../../lib/clock.ts'
import { cardExpiry, expiryField } from '../card-expiry.ts'
import { levelOf } from '../decision/compiled-policy.ts'
import { failed, type Rule } from './rule.ts'

/**
 * Declines purchases from the card's expiry on, even before the sweep closes the card. The rule computes the expiry from the policy instead
 * of reading the stored `expiresAt`, so that a change of a policy counts from the next purchase on (contract, section 5).
 */
export const expiry: Rule = ({ subject: { card }, request, policy, compiled }) => {
  const expiresAt = card === null ? null : cardExpiry(card.createdAt, policy)
  if (expiresAt === null) return undefined
  const rule = expiryField(policy)
  const entry: CheckedEntry = {
    rule,
    code: 'card_expired',
    passed: request.now < expiresAt,
    level: levelOf(compiled, rule),
    limit: policy[rule] as number,
  }
  if (entry.passed) return entry
  return failed(entry, {
    message: `The card expired at ${timestamp(expiresAt)}.`,
    remedy: 'Raise `ttlMinutes` and `ttlDays` where they are set, or use another card.',
    retryable: false,
  })
}
