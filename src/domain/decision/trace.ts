import type { ReasonCode, TraceEntry } from '../../contract/decisions.ts'
import type { ReasonLevel, Window } from '../../contract/policy.ts'
import { present } from '../../lib/assert.ts'

/**
 * A trace in the form in which it is stored with each transaction: `[check, level and passed, limit, observed]` for each rule, with absent
 * members at the end left out. It takes a quarter of the space of the entries as objects, which repeat the same words.
 */
export type PackedTrace = readonly PackedEntry[]
type PackedEntry = readonly (Measure | null)[]
type Measure = NonNullable<TraceEntry['limit']>

/** The checks, by the numbers that stored traces have. Rows may only be added at the end, never reordered. */
export const checks = [
  ['status', 'customer_not_active'],
  ['status', 'agent_not_active'],
  ['status', 'card_frozen'],
  ['status', 'card_closed'],
  ['ttlMinutes', 'card_expired'],
  ['ttlDays', 'card_expired'],
  ['usage', 'card_consumed'],
  ['currency', 'currency_not_supported'],
  ['limits.perAuth', 'per_auth_exceeded', 'perAuth'],
  ['maxAmount', 'per_auth_exceeded', 'perAuth'],
  ['limits.perDay', 'per_day_exceeded', 'perDay'],
  ['limits.perWeek', 'per_week_exceeded', 'perWeek'],
  ['limits.perMonth', 'per_month_exceeded', 'perMonth'],
  ['limits.total', 'total_exceeded', 'total'],
  ['limits.perAuth', 'limit_exceeded', 'perAuth'],
  ['limits.perDay', 'limit_exceeded', 'perDay'],
  ['limits.perWeek', 'limit_exceeded', 'perWeek'],
  ['limits.perMonth', 'limit_exceeded', 'perMonth'],
  ['limits.total', 'limit_exceeded', 'total'],
  ['ledger', 'limit_exceeded', 'total'],
  ['maxTransactionsPerDay', 'max_transactions_exceeded'],
  ['allowedMccs', 'mcc_missing'],
  ['allowedMccs', 'mcc_not_allowed'],
  ['blockedMccs', 'mcc_blocked'],
  ['allowedMerchants', 'merchant_missing'],
  ['allowedMerchants', 'merchant_not_allowed'],
  ['blockedMerchants', 'merchant_blocked'],
  ['lockToFirstMerchant', 'merchant_locked'],
  ['allowedCountries', 'country_missing'],
  ['allowedCountries', 'country_not_allowed'],
  ['blockedCountries', 'country_blocked'],
  ['cooldownMinutes', 'cooldown_active'],
  ['activeHours', 'outside_active_hours'],
  ['onMissingIntent', 'intent_missing'],
  ['onIntentMismatch', 'intent_mismatch'],
  ['duplicateWindowMinutes', 'duplicate_charge'],
  ['credentials', 'credentials_invalid'],
  ['requireCvv', 'credentials_invalid'],
  ['credentials', 'credentials_locked'],
  ['allowedMerchantIds', 'merchant_missing'],
  ['allowedMerchantIds', 'merchant_not_allowed'],
  ['blockedMerchantIds', 'merchant_blocked'],
  ['stop', 'account_stopped'],
  ['subscription', 'intent_missing'],
  ['newMerchant', 'intent_missing'],
] as const satisfies readonly (readonly [rule: string, code: ReasonCode, window?: Window])[]

/** A rule's name with one of its codes: a row of `checks`. If a rule returns another pair, the code does not compile. */
export type Check = NamedCheck<(typeof checks)[number]>
type NamedCheck<Row> = Row extends readonly [infer Rule, infer Code, ...unknown[]]
  ? { readonly rule: Rule; readonly code: Code }
  : never

/** A trace entry whose rule and code are a row of `checks`. */
export type CheckedEntry = EntryOf<Check>
type EntryOf<C> = C extends Check ? Omit<TraceEntry, keyof Check> & C : never

const levels = ['customer', 'agent', 'card', 'default'] as const satisfies readonly ReasonLevel[]

/** The number of each check, by rule and then by code. To look up a joined key would take ten times as long. */
const numbersOfChecks = new Map<string, ReadonlyMap<ReasonCode, number>>(
  [...Map.groupBy(checks.entries(), ([, [rule]]) => rule)].map(([rule, entries]) => [
    rule,
    new Map(entries.map(([number, [, code]]) => [code, number])),
  ]),
)

export const packTrace = (trace: readonly TraceEntry[]): PackedTrace =>
  trace.map(({ rule, code, level, passed, limit, observed }) => {
    const check = present(numbersOfChecks.get(rule)?.get(code), 'every check has a number')
    const result = levels.indexOf(level) * 2 + Number(passed)
    if (observed !== undefined) return [check, result, limit ?? null, observed]
    return limit === undefined ? [check, result] : [check, result, limit]
  })

export const unpackTrace = (packed: PackedTrace): TraceEntry[] =>
  packed.map(([check, result, limit, observed]) => {
    const [rule, code, window] = present(checks[check as number], 'a stored check is known')
    return {
      rule,
      code,
      passed: (result as number) % 2 === 1,
      level: present(levels[Math.floor((result as number) / 2)], 'a stored level is known'),
      ...(window === undefined ? {} : { window }),
      ...(limit === null || limit === undefined ? {} : { limit }),
      ...(observed === null || observed === undefined ? {} : { observed }),
    }
  })
