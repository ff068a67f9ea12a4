import { describe, expect, it } from 'vitest'
import { reasonCodes, type RuleReasonCode } from '../../contract/reasons.ts'
import type { Policy } from '../../contract/policy.ts'
import { TEST_NOON, somePurchase, cardWithLevels, type SomeCardFields } from '../../../test/support/records/subject.ts'
import { decidePurchase } from './decide.ts'
import type { SpendRequest } from '../entities.ts'
import { emptyLevelSpend, recordApproval } from '../spend/spend-windows.ts'

const MINUTE_MS = 60_000

const codesOf = (described: SomeCardFields, request: Partial<SpendRequest> = {}) =>
  decidePurchase(cardWithLevels(described), somePurchase(request)).reasons.map(({ code }) => code)

describe('precedence', () => {
  /** The spend of the customer, the agent and the card before a purchase that every rule declines. */
  const spent = recordApproval(emptyLevelSpend, [TEST_NOON - 2 * MINUTE_MS, 1000])
  let described: SomeCardFields = {
    customer: { isAccountStopped: true, status: 'suspended', limits: { perDay: 1500 } },
    agent: { status: 'paused' },
    card: {
      status: 'frozen',
      usage: 'single',
      consumedAt: TEST_NOON - MINUTE_MS,
      merchantLock: 'Acme Tools',
      policy: {
        ttlMinutes: 30,
        limits: { perAuth: 900, perDay: 1500, perWeek: 1500, perMonth: 1500, total: 1500 },
        maxTransactionsPerDay: 1,
        maxPerMerchantPerDay: 1500,
        allowedMccs: ['5734'],
        blockedMccs: ['5734', '7995'],
        allowedMerchants: ['Acme Tools'],
        blockedMerchants: ['Uber', 'Acme Tools'],
        lockToFirstMerchant: true,
        allowedCountries: ['US'],
        blockedCountries: ['KP', 'US'],
        cooldownMinutes: 5,
        activeHours: { timezone: 'UTC', days: [0], from: '09:00', to: '17:00' },
        requireIntent: true,
        onMissingIntent: 'decline',
        onIntentMismatch: 'decline',
        duplicateWindowMinutes: 5,
        requireCvv: true,
      },
      failedCredentials: Array.from({ length: 5 }, () => TEST_NOON - MINUTE_MS),
    },
    spend: { customer: spent, agent: spent, card: spent },
    spentAt: [{ at: TEST_NOON - 2 * MINUTE_MS, amount: 1000, merchantName: null }],
    recentPurchases: [{ at: TEST_NOON - 2 * MINUTE_MS, amount: 1000, merchantName: 'Acme Tools' }],
  }
  let request: Partial<SpendRequest> = {
    currency: 'EUR',
    credentials: { byNumber: true, expiry: 'none', cvv: 'none' },
  }

  const customer = (change: SomeCardFields['customer']) => () => {
    described = { ...described, customer: { ...described.customer, ...change } }
  }
  const agent = (change: object) => () => {
    described = { ...described, agent: { ...described.agent, ...change } }
  }
  const resume = () => {
    const { isAccountStopped: _stopped, ...others } = described.customer ?? {}
    described = { ...described, customer: others }
  }
  const card = (change: object) => () => {
    described = { ...described, card: { ...described.card, ...change } }
  }
  const policy = (change: Policy) => () => card({ policy: { ...described.card?.policy, ...change } })()
  const limit = (change: Policy['limits']) => () =>
    policy({ limits: { ...described.card?.policy?.limits, ...change } })()
  const merchant = (change: object) => () => {
    request = { ...request, merchant: { ...request.merchant, ...change } }
  }
  const ask = (change: Partial<SpendRequest>) => () => {
    request = { ...request, ...change }
  }

  /**
   * The reasons in the order in which decisions report them first, each with the change of the purchase's case that removes it. Each row
   * changes the case that the rows above have left.
   */
  const rows: [RuleReasonCode, () => void][] = [
    ['account_stopped', resume],
    ['customer_not_active', customer({ status: 'active' })],
    ['agent_not_active', agent({ status: 'active' })],
    ['card_frozen', card({ status: 'closed' })],
    ['card_closed', card({ status: 'active' })],
    ['card_expired', policy({ ttlMinutes: 61 })],
    ['card_consumed', card({ usage: 'multi' })],
    ['currency_not_supported', ask({ currency: 'USD' })],
    ['per_auth_exceeded', limit({ perAuth: 1000 })],
    ['per_day_exceeded', limit({ perDay: 2000 })],
    ['per_week_exceeded', limit({ perWeek: 2000 })],
    ['per_month_exceeded', limit({ perMonth: 2000 })],
    ['total_exceeded', limit({ total: 2000 })],
    ['limit_exceeded', customer({ limits: { perDay: 2000 } })],
    ['max_transactions_exceeded', policy({ maxTransactionsPerDay: 2 })],
    ['merchant_per_day_exceeded', policy({ maxPerMerchantPerDay: 2000 })],
    ['mcc_missing', merchant({ mcc: '7995' })],
    ['mcc_not_allowed', merchant({ mcc: '5734' })],
    ['mcc_blocked', policy({ blockedMccs: ['7995'] })],
    ['merchant_missing', merchant({ name: 'Uber' })],
    ['merchant_not_allowed', policy({ allowedMerchants: ['Acme Tools', 'Uber'] })],
    ['merchant_blocked', policy({ blockedMerchants: [] })],
    ['merchant_locked', merchant({ name: 'ACME TOOLS' })],
    ['country_missing', merchant({ country: 'KP' })],
    ['country_not_allowed', merchant({ country: 'US' })],
    ['country_blocked', policy({ blockedCountries: ['KP'] })],
    ['cooldown_active', policy({ cooldownMinutes: 2 })],
    ['outside_active_hours', policy({ activeHours: { timezone: 'UTC', days: [3], from: '09:00', to: '17:00' } })],
    [
      'intent_missing',
      () => {
        described = {
          ...described,
          intents: [{ id: 'int_1', createdAt: TEST_NOON - 1, expiresAt: TEST_NOON + 1, expectedAmount: 5 }],
        }
      },
    ],
    ['intent_mismatch', policy({ onIntentMismatch: 'flag' })],
    ['duplicate_charge', policy({ duplicateWindowMinutes: 2 })],
    ['credentials_invalid', policy({ requireCvv: false })],
    ['credentials_locked', card({ failedCredentials: [] })],
  ]

  const table = rows.map(([code, repair]) => {
    const before = [described, request] as const
    repair()
    return { code, before, after: [described, request] as const }
  })

  it.each(table)('$code', ({ code, before, after }) => {
    const codes = codesOf(...before)
    expect(codes[0]).toBe(code)
    expect(codes).toEqual(reasonCodes.filter((known) => codes.includes(known)))
    expect(codesOf(...after)).not.toContain(code)
  })

  it('every code has a row, and the last repair approves', () => {
    expect(rows.map(([code]) => code)).toEqual(reasonCodes)
    expect(codesOf(described, request)).toEqual([])
  })
})
