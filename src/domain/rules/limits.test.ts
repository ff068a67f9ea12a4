import { describe, expect, it } from 'vitest'
import type { RuleReasonCode } from '../../contract/reasons.ts'
import type { Policy } from '../../contract/policy.ts'
import { TEST_NOON, somePurchase, cardWithLevels, type SomeCardFields } from '../../../test/support/records/subject.ts'
import { decidePurchase } from '../ladder/decide.ts'
import type { SpendRequest } from '../entities.ts'
import { adjustSpend, emptyLevelSpend, recordApproval } from '../spend/spend-windows.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const codesOf = (described: SomeCardFields, request: Partial<SpendRequest> = {}) =>
  decidePurchase(cardWithLevels(described), somePurchase(request)).reasons.map(({ code }) => code)

describe('limits', () => {
  const spentYesterday = recordApproval(emptyLevelSpend, [TEST_NOON - DAY_MS + 1, 600])

  it.each<[string, number, RuleReasonCode[]]>([
    ['reaching it exactly is allowed', 400, []],
    ['one cent more is not', 401, ['per_day_exceeded']],
  ])('%s', (_, amount, codes) => {
    expect(
      codesOf({ card: { policy: { limits: { perDay: 1000 } } }, spend: { card: spentYesterday } }, { amount }),
    ).toEqual(codes)
  })

  it('count for the card, not for the agent or the customer, whoever sets them', () => {
    const busy = recordApproval(emptyLevelSpend, [TEST_NOON - 1, 5000])
    const described = {
      customer: { policy: { limits: { perDay: 1000, perMonth: 1000 } } },
      spend: { agent: busy, customer: busy },
    }
    expect(codesOf(described)).toEqual([])
    expect(codesOf({ ...described, card: null })).toEqual(['per_day_exceeded', 'per_month_exceeded'])
    expect(codesOf({ ...described, agent: null, card: null })).toEqual(['per_day_exceeded', 'per_month_exceeded'])
  })

  it('can be loosened below, hard caps cannot', () => {
    expect(
      codesOf({ customer: { policy: { limits: { perAuth: 1 } } }, card: { policy: { limits: { perAuth: 1000 } } } }),
    ).toEqual([])
    expect(codesOf({ customer: { limits: { perAuth: 1 } }, card: { limits: { perAuth: 1000 } } })).toEqual([
      'limit_exceeded',
    ])
  })

  it('hard caps give one reason for each level and window, most general first', () => {
    const all = { perAuth: 1, perDay: 1, perWeek: 1, perMonth: 1, total: 1 }
    const { reasons } = decidePurchase(
      cardWithLevels({ customer: { limits: all }, agent: { limits: { total: 2 } }, card: { limits: all } }),
      somePurchase(),
    )
    expect(reasons.map(({ level, window }) => `${level} ${window}`)).toEqual([
      'customer perAuth',
      'customer perDay',
      'customer perWeek',
      'customer perMonth',
      'customer total',
      'agent total',
      'card perAuth',
      'card perDay',
      'card perWeek',
      'card perMonth',
      'card total',
    ])
    expect(reasons[5]).toMatchObject({ code: 'limit_exceeded', rule: 'limits.total', limit: 2, observed: 1000 })
  })

  it.each<[string, Policy, object]>([
    ['maxAmount alone', { maxAmount: 900 }, { rule: 'maxAmount', limit: 900 }],
    ['maxAmount, the smaller', { maxAmount: 800, limits: { perAuth: 900 } }, { rule: 'maxAmount', limit: 800 }],
    ['perAuth, the smaller', { maxAmount: 900, limits: { perAuth: 800 } }, { rule: 'limits.perAuth', limit: 800 }],
    [
      'perAuth, where they are equal',
      { maxAmount: 900, limits: { perAuth: 900 } },
      { rule: 'limits.perAuth', limit: 900 },
    ],
  ])('one authorization: %s', (_, policy, expected) => {
    const { reasons } = decidePurchase(cardWithLevels({ agent: { policy } }), somePurchase())
    expect(reasons).toEqual([
      expect.objectContaining({
        code: 'per_auth_exceeded',
        window: 'perAuth',
        level: 'agent',
        observed: 1000,
        ...expected,
      }),
    ])
  })

  it('the remedy names both fields that cap one authorization, with their levels', () => {
    const { reasons } = decidePurchase(
      cardWithLevels({ customer: { policy: { maxAmount: 900 } }, card: { policy: { limits: { perAuth: 800 } } } }),
      somePurchase(),
    )
    expect(reasons[0]?.remedy).toBe(
      "Raise `limits.perAuth` of the card's policy and `maxAmount` of the customer's policy to at least 1000.",
    )
  })

  it.each<[string, SomeCardFields, string | undefined]>([
    ['a day: when enough has left', { card: { policy: { limits: { perDay: 1200 } } } }, '2026-11-18T12:00:00.001Z'],
    ['a week: when enough has left', { card: { limits: { perWeek: 1200 } } }, '2026-11-24T12:00:00.001Z'],
    ['a month: when the next begins', { card: { policy: { limits: { perMonth: 1200 } } } }, '2026-12-01T00:00:00.000Z'],
    ['all time: never', { card: { policy: { limits: { total: 1200 } } } }, undefined],
    ['more than the limit itself: never', { card: { policy: { limits: { perDay: 999 } } } }, undefined],
    ['one authorization: never', { card: { policy: { limits: { perAuth: 999 } } } }, undefined],
  ])('can pass later, over %s', (_, described, retryAt) => {
    const [reason] = decidePurchase(
      cardWithLevels({ ...described, spend: { card: spentYesterday } }),
      somePurchase(),
    ).reasons
    expect(reason?.retryAt).toBe(retryAt)
    expect(reason?.retryable).toBe(retryAt !== undefined)
  })

  it('a hard cap can pass when the spend of its level has left, whatever the card did', () => {
    const described = { customer: { limits: { perDay: 1200 } }, spend: { customer: spentYesterday } }
    expect(decidePurchase(cardWithLevels(described), somePurchase()).reasons[0]?.retryAt).toBe(
      '2026-11-18T12:00:00.001Z',
    )
  })

  it('declines what could not be counted to the cent', () => {
    const spent = recordApproval(emptyLevelSpend, [TEST_NOON - 40 * DAY_MS, Number.MAX_SAFE_INTEGER - 999])
    const { reasons } = decidePurchase(cardWithLevels({ spend: { customer: spent } }), somePurchase())
    expect(reasons).toMatchObject([{ code: 'limit_exceeded', rule: 'ledger', level: 'default', retryable: false }])
    expect(codesOf({ spend: { customer: spent } }, { amount: 999 })).toEqual([])
  })
})

describe('transactions a day', () => {
  const policy = { maxTransactionsPerDay: 2 }
  const two = [TEST_NOON - DAY_MS + 1, TEST_NOON - MINUTE_MS].reduce(
    (spend, at) => recordApproval(spend, [at, 500]),
    emptyLevelSpend,
  )

  it('counts approvals of the trailing 24 hours, reversed ones too', () => {
    expect(codesOf({ card: { policy }, spend: { card: two } })).toEqual(['max_transactions_exceeded'])
    expect(
      codesOf({
        card: { policy },
        spend: { card: adjustSpend(two, [TEST_NOON - MINUTE_MS, -500], TEST_NOON) },
      }),
    ).toEqual(['max_transactions_exceeded'])
    expect(codesOf({ card: { policy }, spend: { card: two } }, { now: TEST_NOON + 1 })).toEqual([])
  })

  it('says when the next is allowed', () => {
    const [reason] = decidePurchase(cardWithLevels({ card: { policy }, spend: { card: two } }), somePurchase()).reasons
    expect(reason).toMatchObject({ limit: 2, observed: 3, retryable: true, retryAt: '2026-11-18T12:00:00.001Z' })
    const three = recordApproval(two, [TEST_NOON, 500])
    const [later] = decidePurchase(cardWithLevels({ card: { policy }, spend: { card: three } }), somePurchase()).reasons
    expect(later?.retryAt).toBe('2026-11-19T11:59:00.000Z')
    const [never] = decidePurchase(
      cardWithLevels({ card: { policy: { maxTransactionsPerDay: 0 } } }),
      somePurchase(),
    ).reasons
    expect(never).toMatchObject({ retryable: false })
    expect(never).not.toHaveProperty('retryAt')
  })
})
