import type { DecisionTraceEntry } from '../../contract/decisions.ts'
import { type RuleReasonCode, reasonCatalogue, reasonCodes } from '../../contract/reasons.ts'
import { type ReasonLevel, type LimitWindow, limitWindows } from '../../contract/policy.ts'
import { assertPresent } from '../../lib/assert.ts'

/**
 * A decision's trace in the form in which it is stored with each transaction: `[check, level and passed, limit, observed, liftedBy]` for each
 * rule,
 * with absent members at the end left out. It takes a quarter of the space of the entries as objects, which repeat the same words.
 */
export type PackedDecisionTrace = readonly PackedEntry[]
type PackedEntry = readonly (Measure | null)[]
type Measure = NonNullable<DecisionTraceEntry['limit']>

/** A rule's name with one of its codes, as `reasonCatalogue` lists them. If a rule returns another pair, the code does not compile. */
export type RuleCheck = {
  [Code in RuleReasonCode]: { readonly rule: keyof (typeof reasonCatalogue)[Code]['checks']; readonly code: Code }
}[RuleReasonCode]

/** The checks of rules, by the numbers that stored traces have for them. */
export const ruleChecks: readonly RuleCheck[] = reasonCodes
  .flatMap((code) => Object.entries(reasonCatalogue[code].checks).map(([rule, number]) => ({ rule, code, number })))
  .toSorted((one, other) => one.number - other.number)
  .map(({ rule, code }) => ({ rule, code }) as RuleCheck)

/** The limit's window that a rule is about. Undefined: it is about none. */
function windowOf(rule: RuleCheck['rule']): LimitWindow | undefined {
  if (rule === 'maxAmount') return 'perAuth'
  if (rule === 'ledger') return 'total'
  return limitWindows.find((window) => rule === `limits.${window}`)
}

/** A trace entry whose rule and code are a row of `ruleChecks`. */
export type CheckedTraceEntry = EntryOf<RuleCheck>
type EntryOf<C> = C extends RuleCheck ? Omit<DecisionTraceEntry, keyof RuleCheck> & C : never

const levels = ['customer', 'agent', 'card', 'default'] as const satisfies readonly ReasonLevel[]

/** The number that stored traces have for each check, by the rule's name and then by the reason's code. One joined key would take ten times as long. */
const numbersOfChecks = new Map<string, ReadonlyMap<RuleReasonCode, number>>(
  [...Map.groupBy(ruleChecks.entries(), ([, { rule }]) => rule)].map(([rule, entries]) => [
    rule,
    new Map(entries.map(([number, { code }]) => [code, number])),
  ]),
)

/** Each check of a rule with the rule, the code and the window of its limit, as the entries of a trace have them. */
const namedChecks = ruleChecks.map((check) => {
  const window = windowOf(check.rule)
  return { ...check, ...(window === undefined ? {} : { window }) }
})

export const packDecisionTrace = (trace: readonly DecisionTraceEntry[]): PackedDecisionTrace =>
  trace.map(({ rule, code, level, passed, limit, observed, liftedBy }) => {
    const check = assertPresent(numbersOfChecks.get(rule)?.get(code), 'every check has a number')
    const result = levels.indexOf(level) * 2 + Number(passed)
    if (liftedBy !== undefined) return [check, result, limit ?? null, observed ?? null, liftedBy]
    if (observed !== undefined) return [check, result, limit ?? null, observed]
    return limit === undefined ? [check, result] : [check, result, limit]
  })

export const unpackDecisionTrace = (packed: PackedDecisionTrace): DecisionTraceEntry[] =>
  packed.map(([check, result, limit, observed, liftedBy]) => {
    const { rule, code, window } = assertPresent(namedChecks[check as number], 'a stored check is known')
    return {
      rule,
      code,
      passed: (result as number) % 2 === 1,
      level: assertPresent(levels[Math.floor((result as number) / 2)], 'a stored level is known'),
      ...(window === undefined ? {} : { window }),
      ...(limit === null || limit === undefined ? {} : { limit }),
      ...(observed === null || observed === undefined ? {} : { observed }),
      ...(typeof liftedBy === 'string' ? { liftedBy } : {}),
    }
  })
