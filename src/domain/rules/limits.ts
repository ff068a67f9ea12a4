import type { ReasonCode, TraceEntry } from '../../contract/decisions.ts'
import type { PolicyLevel, Window } from '../../contract/policy.ts'
import { mostSpecificSpend, type Cap } from '../caps.ts'
import { formatCents } from '../money.ts'
import { fallsTo, type Spend } from '../spend-windows.ts'
import { failed, retry, type Explanation, type Finding, type Rule, type Spending } from './rule.ts'

const policyCodes = {
  perAuth: 'per_auth_exceeded',
  perDay: 'per_day_exceeded',
  perWeek: 'per_week_exceeded',
  perMonth: 'per_month_exceeded',
  total: 'total_exceeded',
} as const satisfies Record<Window, ReasonCode>

const spans = {
  perAuth: 'one authorization',
  perDay: '24 hours',
  perWeek: '7 days',
  perMonth: 'this calendar month',
  total: 'all time',
} as const satisfies Record<Window, string>

/**
 * Policy limits, then hard caps: one finding for each. Reaching a limit exactly is allowed, exceeding it is not
 * (contract, section 5). A card check of 0 passes them all.
 */
export const limits: Rule = (spending) => spending.caps.map((cap) => withinCap(cap, spending))

function withinCap(cap: Cap, spending: Spending): Finding {
  const { kind, level, window, rule, limit } = cap
  const { amount } = spending.request
  const code = kind === 'cap' ? 'limit_exceeded' : policyCodes[window]
  const observed = cap.spent + amount
  const entry: TraceEntry = { rule, code, passed: amount === 0 || observed <= limit, level, window, limit, observed }
  return entry.passed ? entry : failed(entry, explain(cap, observed, spending))
}

function explain(cap: Cap, observed: number, spending: Spending): Explanation {
  const { kind, level, window, limit } = cap
  const { amount, now } = spending.request
  const spend =
    kind === 'cap' ? (spending.subject.spend[level as PolicyLevel] as Spend) : mostSpecificSpend(spending.subject)
  const holder = kind === 'cap' ? `the ${level}` : `the ${level}'s policy`
  const sum =
    cap.spent === 0
      ? `${formatCents(amount)} in ${spans[window]} is`
      : `${formatCents(amount)} would make ${formatCents(observed)} in ${spans[window]},`
  return {
    message: `${sum} over the limit of ${formatCents(limit)} set by ${holder}.`,
    remedy: `Raise ${fieldsToRaise(cap, observed, spending)} to at least ${observed}.`,
    ...retry(fallsTo(spend, window, limit - amount, now)),
  }
}

/** Both fields of the policy that cap one authorization may stand in the way. */
function fieldsToRaise(cap: Cap, observed: number, { compiled }: Spending): string {
  const { limits: { perAuth = Number.POSITIVE_INFINITY } = {}, maxAmount = Number.POSITIVE_INFINITY } = compiled.policy
  if (cap.kind === 'cap') return `\`${cap.rule}\` of the ${cap.level}`
  const fields = cap.window === 'perAuth' ? { 'limits.perAuth': perAuth, maxAmount } : { [cap.rule]: cap.limit }
  return Object.entries(fields)
    .filter(([, limit]) => limit < observed)
    .map(([field]) => `\`${field}\` of the ${compiled.sources[field]}'s policy`)
    .join(' and ')
}
