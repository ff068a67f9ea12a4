import { DEFAULT_CURRENCY } from '../currencies.ts'
import { formatMoney } from '../money.ts'
import { failedRuleCheck, type PurchaseRule, type UnpassedRuleCheck } from './rule.ts'

export const LEDGER_FULL_MESSAGE = 'The total spend would be larger than can be counted in whole cents.'

/** Whether a total stays an exact integer if cents are added to it. */
export const isSpendTotalStillExact = (totalCents: number, moreCents: number): boolean =>
  moreCents <= Number.MAX_SAFE_INTEGER - totalCents

/**
 * Declines a purchase that would raise the customer's total above 2^53 - 1 cents, above which it cannot be counted to the cent. The
 * customer's total includes all spend beneath the customer.
 */
export const ledgerRule: PurchaseRule = ({ subject, request }) => {
  const { total } = subject.spend.customer
  if (isSpendTotalStillExact(total, request.amount)) return undefined
  const entry: UnpassedRuleCheck = {
    rule: 'ledger',
    code: 'limit_exceeded',
    level: 'default',
    window: 'total',
    limit: Number.MAX_SAFE_INTEGER,
    observed: total,
  }
  const { currency } = subject.customer
  const left = Number.MAX_SAFE_INTEGER - total
  return failedRuleCheck(entry, {
    message: LEDGER_FULL_MESSAGE,
    remedy: `Ask for at most ${currency === DEFAULT_CURRENCY ? `${left} cents` : formatMoney(left, currency)}.`,
    retryable: false,
  })
}
