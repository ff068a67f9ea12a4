import type { LiftedRule } from '../contract/resources/intents/exception.ts'
import { policyRowNamed } from '../contract/policy-sheet/policy-sheet.ts'

const windows = {
  perAuth: 'Limit for one purchase',
  perDay: 'Limit for 24 hours',
  perWeek: 'Limit for 7 days',
  perMonth: 'Limit for a month',
  total: 'Limit in all',
} as const

/**
 * A rule that an exception lifts, as people decide about it: `Limit for one purchase $100.00: asked $154.00`, or `Active hours: asked 03:12`.
 * A long list is not repeated. `money` writes an amount in the currency of the purchase.
 */
export function liftInWords({ rule, window, limit, asked }: LiftedRule, money: (cents: number) => string): string {
  const row = policyRowNamed(rule)
  const isMoney = row?.kind === 'money' || row?.kind === 'windows'
  const value = (measure: NonNullable<typeof limit>) =>
    typeof measure === 'number' && isMoney ? money(measure) : String(measure)
  const name = window !== undefined && rule.startsWith('limits.') ? windows[window] : (row?.label ?? rule)
  const allowed =
    typeof limit === 'number' || (typeof limit === 'string' && row?.kind === 'hours') ? ` ${value(limit)}` : ''
  return `${name}${allowed}${asked === undefined || asked === '' ? '' : `: asked ${value(asked)}`}`
}
