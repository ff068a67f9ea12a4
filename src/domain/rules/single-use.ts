import type { CheckedTraceEntry } from '../decision/trace.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import type { TransactionState } from '../transactions/transaction.ts'
import { failedRuleCheck, type PurchaseRule } from './rule.ts'

const RULE = 'usage'

/** Declines a purchase with a single-use card that was used: the first approved authorization above 0 consumes it (contract, section 5). */
export const singleUseRule: PurchaseRule = ({ subject: { card }, request }) => {
  if (card?.usage !== 'single') return undefined
  const { consumedAt } = card
  const entry: CheckedTraceEntry = {
    rule: RULE,
    code: 'card_consumed',
    passed: consumedAt === null || request.consumedCard === true,
    level: 'card',
    observed: consumedAt === null ? 'unused' : 'used',
  }
  if (entry.passed) return entry
  return failedRuleCheck(entry, {
    message: `The single-use card was used at ${isoTimestamp(consumedAt as number)}.`,
    remedy: 'Use another card.',
    retryable: false,
  })
}

/**
 * Whether an approved purchase consumed its card. The purchase's trace contains the rule `usage` if the card was a single-use card when the
 * purchase was decided. The times of the purchase and of the change to single use would not tell, because they may have the same
 * millisecond.
 */
export const didPurchaseConsumeCard = ({ trace }: Pick<TransactionState, 'trace'>): boolean =>
  trace.some(({ rule }) => rule === RULE)
