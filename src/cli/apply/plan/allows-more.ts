import type { Policy } from '../../../contract/policy.ts'
import type { Change } from './changes.ts'

/**
 * Whether a change may let more be spent than before. Unsetting a rule counts: the levels above may have no such rule. What the change
 * really allows depends on all levels, and on what is spent: `purser backtest` says it.
 */
export function allowsMore({ path, before, after }: Change): boolean {
  const [first = '', ...rest] = path.split('.')
  if (first === 'status') return before !== null && after === 'active'
  if (first === 'limits') return directions.limits(before, after)
  // A shadow policy allows nothing.
  const [field = ''] = first === 'policy' ? rest : []
  return isRule(field) && directions[field](before, after)
}

type More = (before: unknown, after: unknown) => boolean

const isRule = (field: string): field is keyof Policy => Object.hasOwn(directions, field)

const number = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)
const entries = (value: unknown): ReadonlySet<unknown> => new Set(Array.isArray(value) ? value : [])
const strictness = (value: unknown): number => (value === 'decline' || value === 'freeze' ? 1 : 0)

/** Unset, it bounds nothing. */
const bound: More = (before, after) => number(after, Infinity) > number(before, Infinity)
/** Unset, it is zero: nothing waits, and nothing is left out. */
const pause: More = (before, after) => number(after, 0) < number(before, 0)
const demand: More = (before, after) => before === true && after !== true
const allowed: More = (before, after) =>
  before !== null && (after === null || !entries(after).isSubsetOf(entries(before)))
const blocked: More = (before, after) => !entries(before).isSubsetOf(entries(after))
const reaction: More = (before, after) => strictness(after) < strictness(before)

/** For each field of a policy, which changes allow more. A field that the contract adds does not compile without its row. */
const directions: Readonly<Record<keyof Policy, More>> = {
  requireIntent: demand,
  requireAttestation: demand,
  requireApproval: demand,
  // Unset, every intent waits for a person.
  autoApproveBelow: (before, after) => number(after, 0) > number(before, 0),
  requireSeparateApprover: demand,
  requireCvv: demand,
  attestationWindowMinutes: bound,
  cooldownMinutes: pause,
  ttlMinutes: bound,
  ttlDays: bound,
  // One window, or all of them at once.
  limits: (before, after) => (typeof before === 'object' && before !== null ? after === null : bound(before, after)),
  maxAmount: bound,
  allowedMccs: allowed,
  blockedMccs: blocked,
  allowedMerchants: allowed,
  blockedMerchants: blocked,
  allowedMerchantIds: allowed,
  blockedMerchantIds: blocked,
  allowedOrigins: allowed,
  allowedCountries: allowed,
  blockedCountries: blocked,
  lockToFirstMerchant: demand,
  activeHours: (before) => before !== null,
  maxTransactionsPerDay: bound,
  duplicateWindowMinutes: pause,
  intentTolerancePercent: bound,
  onIntentMismatch: reaction,
  onMissingIntent: reaction,
  newMerchant: (before, after) => before === 'approve' && after !== 'approve',
}
