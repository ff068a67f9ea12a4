import type { CheckedEntry } from '../decision/trace.ts'
import { failed, type Rule } from './rule.ts'

/** Declines a purchase in another currency than the customer's, because nothing is converted (contract, section 2). */
export const currency: Rule = ({ request, subject: { customer } }) => {
  const entry: CheckedEntry = {
    rule: 'currency',
    code: 'currency_not_supported',
    passed: request.currency === customer.currency,
    level: 'default',
    limit: customer.currency,
    observed: request.currency,
  }
  if (entry.passed) return entry
  return failed(entry, {
    message: `The currency ${request.currency} is not supported: cards are in ${customer.currency}.`,
    remedy: `Pay in ${customer.currency}.`,
    retryable: false,
  })
}
