import { describe, expect, it } from 'vitest'
import { reasonCatalogue, reasonCodes } from '../../contract/reasons.ts'
import { randomCase } from '../../../test/model/cases.ts'
import { subjectOf } from '../../../test/model/case.ts'
import { seededRandom } from '../../../test/model/random.ts'
import { decidePurchase } from '../ladder/decide.ts'
import { ruleChecks, packDecisionTrace, unpackDecisionTrace, type PackedDecisionTrace } from './trace.ts'

/** The rules' checks in stored traces, by their numbers. Rows are only added at the end. */
const STORED = [
  'status customer_not_active',
  'status agent_not_active',
  'status card_frozen',
  'status card_closed',
  'ttlMinutes card_expired',
  'ttlDays card_expired',
  'usage card_consumed',
  'currency currency_not_supported',
  'limits.perAuth per_auth_exceeded',
  'maxAmount per_auth_exceeded',
  'limits.perDay per_day_exceeded',
  'limits.perWeek per_week_exceeded',
  'limits.perMonth per_month_exceeded',
  'limits.total total_exceeded',
  'limits.perAuth limit_exceeded',
  'limits.perDay limit_exceeded',
  'limits.perWeek limit_exceeded',
  'limits.perMonth limit_exceeded',
  'limits.total limit_exceeded',
  'ledger limit_exceeded',
  'maxTransactionsPerDay max_transactions_exceeded',
  'allowedMccs mcc_missing',
  'allowedMccs mcc_not_allowed',
  'blockedMccs mcc_blocked',
  'allowedMerchants merchant_missing',
  'allowedMerchants merchant_not_allowed',
  'blockedMerchants merchant_blocked',
  'lockToFirstMerchant merchant_locked',
  'allowedCountries country_missing',
  'allowedCountries country_not_allowed',
  'blockedCountries country_blocked',
  'cooldownMinutes cooldown_active',
  'activeHours outside_active_hours',
  'onMissingIntent intent_missing',
  'onIntentMismatch intent_mismatch',
  'duplicateWindowMinutes duplicate_charge',
  'credentials credentials_invalid',
  'requireCvv credentials_invalid',
  'credentials credentials_locked',
  'allowedMerchantIds merchant_missing',
  'allowedMerchantIds merchant_not_allowed',
  'blockedMerchantIds merchant_blocked',
  'stop account_stopped',
  'subscription intent_missing',
  'newMerchant intent_missing',
  'maxPerMerchantPerDay merchant_per_day_exceeded',
]

describe('a stored trace', () => {
  it('comes back as it was', () => {
    const random = seededRandom(7)
    for (let n = 0; n < 300; n += 1) {
      const question = randomCase(random)
      const { trace } = decidePurchase(subjectOf(question), question.request)
      const stored = JSON.parse(JSON.stringify(packDecisionTrace(trace))) as PackedDecisionTrace
      expect(unpackDecisionTrace(stored)).toStrictEqual(trace)
    }
  })

  it('has a number for each check, which never changes', () => {
    expect(ruleChecks.map(({ rule, code }) => `${rule} ${code}`)).toEqual(STORED)
    const numbers = Object.values(reasonCatalogue).flatMap((row) => Object.values<number>(row.checks))
    expect(numbers.toSorted((one, other) => one - other)).toEqual([...STORED.keys()])
  })

  it('knows every code', () => {
    expect(new Set(ruleChecks.map(({ code }) => code))).toEqual(new Set(reasonCodes))
  })

  it('of earlier versions stays readable: numbers keep their meaning', () => {
    const stored = [
      [0, 1, null, 'active'],
      [9, 4, 500, 700],
      [18, 3, 900, 100],
      [36, 5],
    ]
    expect(unpackDecisionTrace(stored)).toStrictEqual([
      { rule: 'status', code: 'customer_not_active', passed: true, level: 'customer', observed: 'active' },
      {
        rule: 'maxAmount',
        code: 'per_auth_exceeded',
        passed: false,
        level: 'card',
        window: 'perAuth',
        limit: 500,
        observed: 700,
      },
      {
        rule: 'limits.total',
        code: 'limit_exceeded',
        passed: true,
        level: 'agent',
        window: 'total',
        limit: 900,
        observed: 100,
      },
      { rule: 'credentials', code: 'credentials_invalid', passed: true, level: 'card' },
    ])
  })

  it('leaves out what is absent at the end', () => {
    const entry = { rule: 'onMissingIntent', code: 'intent_missing', passed: true, level: 'card' } as const
    expect(packDecisionTrace([entry, { ...entry, limit: 'decline' }, { ...entry, observed: 'int_1' }])).toStrictEqual([
      [33, 5],
      [33, 5, 'decline'],
      [33, 5, null, 'int_1'],
    ])
  })

  it.each([
    [[[99, 5]], 'a stored check is known'],
    [[[33, 8]], 'a stored level is known'],
  ])('refuses %j', (stored, message) => {
    expect(() => unpackDecisionTrace(stored)).toThrow(message)
  })

  it('refuses a check without a number', () => {
    const unknown = { rule: 'unheard', code: 'mcc_blocked', passed: true, level: 'card' } as const
    expect(() => packDecisionTrace([unknown])).toThrow('every check has a number')
  })
})
