import type { TraceEntry } from '../../contract/decisions.ts'
import { failed, type Rule } from './rule.ts'

/** Cards are in USD (contract, section 2). */
const CARD_CURRENCY = 'USD'

export const currency: Rule = ({ request }) => {
  const entry: TraceEntry = {
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
