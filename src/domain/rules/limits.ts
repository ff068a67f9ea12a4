import type { PolicyLevel, LimitWindow } from '../../contract/policy.ts'
import { spendOfMostSpecificLevel, type SpendingCap, type SpendingCapField } from '../decision/caps.ts'
import { amountInRemedyText, formatMoney } from '../money.ts'
import { whenSpendFallsTo, type LevelSpend } from '../spend/spend-windows.ts'
import type { RuleCheck, CheckedTraceEntry } from '../decision/trace.ts'
import {
  failedRuleCheck,
  retryOfFailedRuleCheck,
  type FailedRuleCheckExplanation,
  type PurchaseRuleFinding,
  type PurchaseRule,
  type PurchaseRuleInput,
} from './rule.ts'

/** The reason codes of policy limits, by field. Each window has a code of its own, while hard caps (`capChecks`) share one code. */
const policyChecks = {
  maxAmount: { rule: 'maxAmount', code: 'per_auth_exceeded' },
  'limits.perAuth': { rule: 'limits.perAuth', code: 'per_auth_exceeded' },
  'limits.perDay': { rule: 'limits.perDay', code: 'per_day_exceeded' },
  'limits.perWeek': { rule: 'limits.perWeek', code: 'per_week_exceeded' },
  'limits.perMonth': { rule: 'limits.perMonth', code: 'per_month_exceeded' },
  'limits.total': { rule: 'limits.total', code: 'total_exceeded' },
} as const satisfies Record<SpendingCapField, RuleCheck>
const capChecks = {
  perAuth: { rule: 'limits.perAuth', code: 'limit_exceeded' },
  perDay: { rule: 'limits.perDay', code: 'limit_exceeded' },
  perWeek: { rule: 'limits.perWeek', code: 'limit_exceeded' },
  perMonth: { rule: 'limits.perMonth', code: 'limit_exceeded' },
  total: { rule: 'limits.total', code: 'limit_exceeded' },
} as const satisfies Record<LimitWindow, RuleCheck>

const spans = {
  perAuth: 'one authorization',
  perDay: '24 hours',
  perWeek: '7 days',
  perMonth: 'this calendar month',
  total: 'all time',
} as const satisfies Record<LimitWindow, string>

/**
 * Returns one finding for each policy limit, then one for each hard cap. Reaching a limit exactly is allowed, exceeding it is not
 * (contract, section 5). A card check of 0 cents passes all limits.
 */
export const limitsRule: PurchaseRule = (spending) => spending.caps.map((cap) => withinCap(cap, spending))

function withinCap(cap: SpendingCap, spending: PurchaseRuleInput): PurchaseRuleFinding {
  const { kind, level, window, limit } = cap
  const { amount } = spending.request
  const check = kind === 'cap' ? capChecks[window] : policyChecks[cap.rule]
  const observed = cap.spent + amount
  const entry: CheckedTraceEntry = {
    ...check,
    passed: amount === 0 || observed <= limit,
    level,
    window,
    limit,
    observed,
  }
  return entry.passed ? entry : failedRuleCheck(entry, explain(cap, observed, spending))
}

function explain(cap: SpendingCap, observed: number, spending: PurchaseRuleInput): FailedRuleCheckExplanation {
  const { kind, level, window, limit } = cap
  const { amount, now } = spending.request
  const { currency } = spending.subject.customer
  const spend =
    kind === 'cap'
      ? (spending.subject.spend[level as PolicyLevel] as LevelSpend)
      : spendOfMostSpecificLevel(spending.subject)
  const holder = kind === 'cap' ? `the ${level}` : `the ${level}'s policy`
  const sum =
    cap.spent === 0
      ? `${formatMoney(amount, currency)} in ${spans[window]} is`
      : `${formatMoney(amount, currency)} would make ${formatMoney(observed, currency)} in ${spans[window]},`
  return {
    message: `${sum} over the limit of ${formatMoney(limit, currency)} set by ${holder}.`,
    remedy: `Raise ${fieldsToRaise(cap, observed, spending)} to at least ${amountInRemedyText(observed, currency)}.`,
    ...retryOfFailedRuleCheck(whenSpendFallsTo(spend, window, limit - amount, now)),
  }
}

/**
 * Says in words which fields must be raised so that a purchase fits under a cap. For the limit of one authorization it may be two fields,
 * `limits.perAuth` and `maxAmount`.
 */
function fieldsToRaise(cap: SpendingCap, observed: number, { compiled }: PurchaseRuleInput): string {
  const { limits: { perAuth = Number.POSITIVE_INFINITY } = {}, maxAmount = Number.POSITIVE_INFINITY } = compiled.policy
  if (cap.kind === 'cap') return `\`${cap.rule}\` of the ${cap.level}`
  const fields = cap.window === 'perAuth' ? { 'limits.perAuth': perAuth, maxAmount } : { [cap.rule]: cap.limit }
  return Object.entries(fields)
    .filter(([, limit]) => limit < observed)
    .map(([field]) => `\`${field}\` of the ${compiled.sources[field]}'s policy`)
    .join(' and ')
}
