import type { TraceEntry } from '../../contract/decisions.ts'
import { failed, type Rule } from './rule.ts'

/**
 * A total beyond 2^53 - 1 cents could no longer be counted to the cent: such a spend is declined like one over a hard cap.
 * The customer's total holds everything beneath it.
 */
export const ledger: Rule = ({ subject, request }) => {
  const { total } = subject.spend.customer
  const room = Number.MAX_SAFE_INTEGER - total
  if (request.amount <= room) return undefined
  const entry: TraceEntry = {
    rule: 'ledger',
    code: 'limit_exceeded',
    passed: false,
    level: 'default',
    window: 'total',
    limit: Number.MAX_SAFE_INTEGER,
    observed: total,
  }
  return failed(entry, {
    message: 'The total spend would be larger than can be counted in whole cents.',
    remedy: `Ask for at most ${room} cents.`,
    retryable: false,
  })
}
