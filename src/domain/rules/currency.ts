import type { CheckedTraceEntry } from '../decision/trace.ts'
import { failedRuleCheck, type PurchaseRule } from './rule.ts'

/** Declines a purchase in another currency than the customer's, because nothing is converted (contract, section 2). */
export const currencyRule: PurchaseRule = ({ request, subject: { customer } }) => {
  const entry: CheckedTraceEntry = {
    rule: 'currency',
    code: 'currency_not_supported',
    passed: request.currency === customer.currency,
    level: 'default',
    limit: customer.currency,
    observed: request.currency,
  }
  if (entry.passed) return entry
  return failedRuleCheck(entry, {
    message: `The currency ${request.currency} is not supported: cards are in ${customer.currency}.`,
    remedy: `Pay in ${customer.currency}.`,
    retryable: false,
  })
}
