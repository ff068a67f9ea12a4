import type { CheckedEntry } from '../decision/trace.ts'
import { failed, type Rule } from './rule.ts'

/** The currency of all cards (contract, section 2). */
const CARD_CURRENCY = 'USD'

export const currency: Rule = ({ request }) => {
  const entry: CheckedEntry = {
    rule: 'currency',
    code: 'currency_not_supported',
    passed: request.currency === CARD_CURRENCY,
    level: 'default',
    limit: CARD_CURRENCY,
    observed: request.currency,
  }
  if (entry.passed) return entry
  return failed(entry, {
    message: `The currency ${request.currency} is not supported: cards are in ${CARD_CURRENCY}.`,
    remedy: `Pay in ${CARD_CURRENCY}.`,
    retryable: false,
  })
}
