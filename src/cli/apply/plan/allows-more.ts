import type { Change } from './changes.ts'

/**
 * Whether a change may let more be spent than before. Unsetting a rule counts: the levels above may have no such rule. What the change
 * really allows depends on all levels, and on what is spent: `purser backtest` says it.
 */
export function allowsMore({ path, before, after }: Change): boolean {
  const rule = ruleOf(path)
  return rule !== null && rules.some((each) => each.of.test(rule) && each.more(before, after))
}

/** The field of a policy, a hard cap or a status that a path names. A shadow policy allows nothing. */
function ruleOf(path: string): string | null {
  if (path.startsWith('policy.')) return path.slice('policy.'.length)
  return /^(?:limits\b|status$)/u.test(path) ? path : null
}

type More = (before: unknown, after: unknown) => boolean

const number = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)
const entries = (value: unknown): ReadonlySet<unknown> => new Set(Array.isArray(value) ? value : [])
const strictness = (value: unknown): number => (value === 'decline' || value === 'freeze' ? 1 : 0)

const rules: readonly { readonly of: RegExp; readonly more: More }[] = [
  // Unset, these bound nothing.
  {
    of: /^(?:limits\.\w+|maxAmount|maxTransactionsPerDay|ttlMinutes|ttlDays|intentTolerancePercent|attestationWindowMinutes)$/u,
    more: (before, after) => number(after, Infinity) > number(before, Infinity),
  },
  { of: /^limits$/u, more: (before, after) => before !== null && after === null },
  // Unset, every intent waits for a person.
  { of: /^autoApproveBelow$/u, more: (before, after) => number(after, 0) > number(before, 0) },
  {
    of: /^(?:cooldownMinutes|duplicateWindowMinutes)$/u,
    more: (before, after) => number(after, 0) < number(before, 0),
  },
  { of: /^(?:require\w+|lockToFirstMerchant)$/u, more: (before, after) => before === true && after !== true },
  {
    of: /^allowed\w+$/u,
    more: (before, after) => before !== null && (after === null || !entries(after).isSubsetOf(entries(before))),
  },
  { of: /^blocked\w+$/u, more: (before, after) => !entries(before).isSubsetOf(entries(after)) },
  { of: /^activeHours\b/u, more: (before) => before !== null },
  { of: /^on(?:MissingIntent|IntentMismatch)$/u, more: (before, after) => strictness(after) < strictness(before) },
  { of: /^status$/u, more: (before, after) => before !== null && after === 'active' },
]
