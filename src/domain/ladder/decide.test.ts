import { describe, expect, it } from 'vitest'
import { transactionFlagNames, type TransactionFlagName } from '../../contract/decisions.ts'
import type { Policy } from '../../contract/policy.ts'
import { TEST_NOON, somePurchase, cardWithLevels, type SomeCardFields } from '../../../test/support/records/subject.ts'
import { noSentCredentials } from '../credentials.ts'
import { decidePurchase } from './decide.ts'
import type { SpendRequest } from '../entities.ts'
import { emptyLevelSpend, recordApproval } from '../spend/spend-windows.ts'

const MINUTE_MS = 60_000

const codesOf = (described: SomeCardFields, request: Partial<SpendRequest> = {}) =>
  decidePurchase(cardWithLevels(described), somePurchase(request)).reasons.map(({ code }) => code)

describe('a card check of 0', () => {
  const check = { amount: 0 }
  const spent = recordApproval(emptyLevelSpend, [TEST_NOON - MINUTE_MS, 5000])

  it('passes every rule of amount, count and intent', () => {
    const described: SomeCardFields = {
      customer: { limits: { perAuth: 0, perDay: 100, total: 100 } },
      card: {
        policy: {
          limits: { perDay: 100, perMonth: 0 },
          maxAmount: 0,
          maxTransactionsPerDay: 0,
          requireIntent: true,
          onMissingIntent: 'freeze',
          onIntentMismatch: 'decline',
          duplicateWindowMinutes: 5,
          lockToFirstMerchant: true,
        },
      },
      spend: { card: spent, agent: spent, customer: spent },
      intents: [{ id: 'int_1', createdAt: 0, expiresAt: TEST_NOON + 1, expectedAmount: 1 }],
      recentPurchases: [{ at: TEST_NOON - 1, amount: 0, merchantName: 'Acme Tools' }],
    }
    const decision = decidePurchase(
      cardWithLevels(described),
      somePurchase({ ...check, merchant: { name: 'Acme Tools' } }),
    )
    expect(decision).toMatchObject({
      decision: 'approve',
      intent: { kind: 'none' },
      flags: { intentMismatch: false, wouldLockMerchant: false },
    })
  })

  it('keeps to the rules of status, merchant and time', () => {
    const policy = { blockedMccs: ['5734'], cooldownMinutes: 5 }
    expect(
      codesOf({ card: { status: 'frozen', policy }, spend: { card: spent } }, { ...check, merchant: { mcc: '5734' } }),
    ).toEqual(['card_frozen', 'mcc_blocked', 'cooldown_active'])
  })
})

describe('an increment', () => {
  const increment = { amount: 400, authorizedBefore: 600 }
  const spent = recordApproval(emptyLevelSpend, [TEST_NOON - MINUTE_MS, 600])

  it('is exempt from cooldown, count, duplicates and intents', () => {
    const policy: Policy = {
      cooldownMinutes: 5,
      maxTransactionsPerDay: 1,
      duplicateWindowMinutes: 5,
      requireIntent: true,
      onMissingIntent: 'freeze',
    }
    const recentPurchases = [{ at: TEST_NOON - 1, amount: 400, merchantName: null }]
    const decision = decidePurchase(
      cardWithLevels({ card: { policy }, spend: { card: spent }, recentPurchases }),
      somePurchase(increment),
    )
    expect(decision).toMatchObject({ decision: 'approve', intent: { kind: 'none' }, flags: { intentMissing: false } })
  })

  it('counts with what was authorized before against the cap of one authorization, once against the others', () => {
    const card = { policy: { limits: { perAuth: 1000, perDay: 1000 } }, limits: { perAuth: 1000 } }
    expect(codesOf({ card, spend: { card: spent } }, increment)).toEqual([])
    expect(codesOf({ card, spend: { card: spent } }, { ...increment, amount: 401 })).toEqual([
      'per_auth_exceeded',
      'per_day_exceeded',
      'limit_exceeded',
    ])
  })

  it('posts on the single-use card that its purchase has closed, and on no other closed card', () => {
    const used: SomeCardFields = { card: { usage: 'single', status: 'closed', consumedAt: TEST_NOON - 1 } }
    expect(codesOf(used, { ...increment, consumedCard: true })).toEqual([])
    expect(codesOf(used, { ...increment, consumedCard: false })).toEqual(['card_closed', 'card_consumed'])
    expect(codesOf({ card: { status: 'closed' } }, increment)).toEqual(['card_closed'])
  })
})

describe('without a card', () => {
  it('card rules are skipped', () => {
    const policy: Policy = {
      ttlMinutes: 0,
      cooldownMinutes: 5,
      requireIntent: true,
      onMissingIntent: 'decline',
      duplicateWindowMinutes: 5,
      lockToFirstMerchant: true,
      requireAttestation: true,
    }
    const spent = recordApproval(emptyLevelSpend, [TEST_NOON - 1, 1])
    const decision = decidePurchase(
      cardWithLevels({ customer: { policy }, card: null, spend: { agent: spent } }),
      somePurchase({ merchant: { name: 'Uber' } }),
    )
    expect(decision.reasons).toEqual([])
    expect(decision.trace.map(({ rule }) => rule)).toEqual(['status', 'status', 'currency'])
    expect(decision.flags).toMatchObject({
      requiresIntent: true,
      intentMissing: false,
      unattested: false,
      wouldLockMerchant: false,
    })
  })
})

describe('flags', () => {
  const spent = recordApproval(emptyLevelSpend, [TEST_NOON - 1, 7000])

  it.each<[string, SomeCardFields, Partial<SpendRequest>, TransactionFlagName[]]>([
    ['none', {}, {}, []],
    ['intentMatched', { intents: [{ id: 'int_1', createdAt: 0, expiresAt: TEST_NOON + 1 }] }, {}, ['intentMatched']],
    ['requiresIntent', { customer: { policy: { requireIntent: true } } }, {}, ['requiresIntent', 'intentMissing']],
    ['requiresApproval', { agent: { policy: { requireApproval: true } } }, {}, ['requiresApproval']],
    ['below autoApproveBelow', { agent: { policy: { requireApproval: true, autoApproveBelow: 1001 } } }, {}, []],
    [
      'at autoApproveBelow',
      { agent: { policy: { requireApproval: true, autoApproveBelow: 1000 } } },
      {},
      ['requiresApproval'],
    ],
    ['never attested', { card: { policy: { requireAttestation: true } } }, {}, ['requiresAttestation', 'unattested']],
    [
      'attested',
      { card: { policy: { requireAttestation: true } }, lastAttestedAt: TEST_NOON - 15 * MINUTE_MS },
      {},
      ['requiresAttestation'],
    ],
    [
      'stale',
      { card: { policy: { requireAttestation: true } }, lastAttestedAt: TEST_NOON - 15 * MINUTE_MS - 1 },
      {},
      ['requiresAttestation', 'unattested'],
    ],
    [
      'would lock',
      { card: { policy: { lockToFirstMerchant: true } } },
      { merchant: { name: 'Uber' } },
      ['wouldLockMerchant'],
    ],
    [
      'locked already',
      { card: { policy: { lockToFirstMerchant: true }, merchantLock: 'Uber' } },
      { merchant: { name: 'Uber' } },
      [],
    ],
    ['no name to lock to', { card: { policy: { lockToFirstMerchant: true } } }, {}, []],
    [
      'a decline locks nothing',
      { card: { policy: { lockToFirstMerchant: true, maxAmount: 2 } } },
      { merchant: { name: 'Uber' }, amount: 3 },
      ['nearLimit'],
    ],
    ['80 % of a cap', { customer: { limits: { total: 10_000 } }, spend: { customer: spent } }, {}, ['nearLimit']],
    ['a cent below', { customer: { limits: { total: 10_000 } }, spend: { customer: spent } }, { amount: 999 }, []],
    ['80 % of one authorization', { card: { policy: { limits: { perAuth: 1250 } } } }, {}, ['nearLimit']],
  ])('%s', (_, described, request, expected) => {
    const { flags } = decidePurchase(cardWithLevels(described), somePurchase(request))
    expect(Object.keys(flags)).toEqual(transactionFlagNames)
    expect(transactionFlagNames.filter((name) => flags[name])).toEqual(expected)
  })
})

describe('available', () => {
  const spent = recordApproval(emptyLevelSpend, [TEST_NOON - 1, 700])

  it.each<[string, SomeCardFields, number | undefined]>([
    ['absent where nothing caps', {}, undefined],
    [
      'the least room',
      { card: { policy: { limits: { perAuth: 900, perDay: 1000 } }, limits: { total: 2000 } }, spend: { card: spent } },
      300,
    ],
    ['a cap above', { customer: { limits: { perMonth: 1 } }, card: { policy: { maxAmount: 500 } } }, 1],
    ['never below 0', { card: { limits: { perDay: 600 } }, spend: { card: spent } }, 0],
  ])('%s', (_, described, available) => {
    expect(decidePurchase(cardWithLevels(described), somePurchase()).available).toBe(available)
  })
})

describe('a decision', () => {
  it('brings the policy that it was made by', () => {
    const { effective } = decidePurchase(cardWithLevels({ agent: { policy: { cooldownMinutes: 5 } } }), somePurchase())
    expect(effective).toMatchObject({ policy: { cooldownMinutes: 5 }, sources: { cooldownMinutes: 'agent' } })
  })

  it.each<[number | null, string]>([
    [null, 'unattested'],
    [TEST_NOON - 15 * MINUTE_MS, 'attested'],
    [TEST_NOON - 15 * MINUTE_MS - 1, 'stale'],
  ])('attested at %s: %s', (lastAttestedAt, attestation) => {
    expect(decidePurchase(cardWithLevels({ lastAttestedAt }), somePurchase()).attestation).toBe(attestation)
  })

  it('freezes nothing where nothing says so', () => {
    expect(decidePurchase(cardWithLevels(), somePurchase()).freeze).toBeUndefined()
  })
})

describe('trace', () => {
  it('has no entry for a rule that does not apply', () => {
    const merchant = { name: 'Uber', mcc: '4121', country: 'US' }
    const lists = { blockedMccs: ['7995'], blockedMerchants: ['Acme'], blockedCountries: ['KP'] }
    const rulesOf = (policy: Policy, request: Partial<SpendRequest>) =>
      decidePurchase(cardWithLevels({ card: { policy } }), somePurchase(request)).trace.map(({ rule }) => rule)
    const always = ['status', 'status', 'status', 'status', 'currency']
    expect(rulesOf({}, { merchant })).toEqual(always)
    expect(rulesOf(lists, {})).toEqual(always)
    expect(rulesOf(lists, { merchant })).toEqual([...always, 'blockedMccs', 'blockedMerchants', 'blockedCountries'])
  })

  it('tells what has passed, and of what', () => {
    const { trace } = decidePurchase(
      cardWithLevels({
        card: {
          usage: 'single',
          merchantLock: 'Uber',
          policy: {
            allowedMccs: ['4121'],
            lockToFirstMerchant: true,
            requireIntent: true,
            onMissingIntent: 'decline',
            onIntentMismatch: 'decline',
          },
        },
        intents: [{ id: 'int_1', createdAt: TEST_NOON - 1, expiresAt: TEST_NOON + 1 }],
      }),
      somePurchase({ merchant: { name: 'UBER *TRIP', mcc: '4121' }, credentials: noSentCredentials }),
    )
    const passed = { passed: true, level: 'card' }
    expect(trace.slice(4)).toEqual([
      { rule: 'usage', code: 'card_consumed', observed: 'unused', ...passed },
      {
        rule: 'currency',
        code: 'currency_not_supported',
        passed: true,
        level: 'default',
        limit: 'USD',
        observed: 'USD',
      },
      { rule: 'allowedMccs', code: 'mcc_not_allowed', observed: '4121', ...passed },
      { rule: 'lockToFirstMerchant', code: 'merchant_locked', limit: 'Uber', observed: 'UBER *TRIP', ...passed },
      { rule: 'onMissingIntent', code: 'intent_missing', limit: 'decline', ...passed },
      { rule: 'onIntentMismatch', code: 'intent_mismatch', limit: 'decline', observed: 'int_1', ...passed },
      { rule: 'credentials', code: 'credentials_invalid', ...passed },
    ])
    expect(trace.every((entry) => !('message' in entry))).toBe(true)
  })

  it('holds every rule that was checked, in order, without the words', () => {
    const { trace } = decidePurchase(
      cardWithLevels({
        customer: { policy: { limits: { perDay: 500 } } },
        card: { policy: { blockedMccs: ['7995'], cooldownMinutes: 5 } },
      }),
      somePurchase({ merchant: { mcc: '5734' } }),
    )
    expect(trace).toEqual([
      { rule: 'status', code: 'customer_not_active', passed: true, level: 'customer', observed: 'active' },
      { rule: 'status', code: 'agent_not_active', passed: true, level: 'agent', observed: 'active' },
      { rule: 'status', code: 'card_frozen', passed: true, level: 'card', observed: 'active' },
      { rule: 'status', code: 'card_closed', passed: true, level: 'card', observed: 'active' },
      {
        rule: 'currency',
        code: 'currency_not_supported',
        passed: true,
        level: 'default',
        limit: 'USD',
        observed: 'USD',
      },
      {
        rule: 'limits.perDay',
        code: 'per_day_exceeded',
        passed: false,
        level: 'customer',
        window: 'perDay',
        limit: 500,
        observed: 1000,
      },
      { rule: 'blockedMccs', code: 'mcc_blocked', passed: true, level: 'card', observed: '5734' },
      { rule: 'cooldownMinutes', code: 'cooldown_active', passed: true, level: 'card', limit: 5 },
    ])
  })
})
