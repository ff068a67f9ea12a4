import type { TraceEntry } from '../../contract/decisions.ts'
import { timestamp } from '../../lib/clock.ts'
import { failed, type Rule } from './rule.ts'

/** A single-use card pays once: the first approved authorization above 0 consumes it (contract, section 5). */
export const singleUse: Rule = ({ subject: { card }, request }) => {
  if (card?.usage !== 'single') return undefined
  const { consumedAt } = card
  const entry: TraceEntry = {
    rule: 'usage',
    code: 'card_consumed',
    passed: consumedAt === null || request.authorizedBefore !== undefined,
    level: 'card',
    observed: consumedAt === null ? 'unused' : 'used',
  }
  if (entry.passed) return entry
  return failed(entry, {
    message: `The single-use card was used at ${timestamp(consumedAt as number)}.`,
    remedy: 'Use another card.',
    retryable: false,
  })
}
