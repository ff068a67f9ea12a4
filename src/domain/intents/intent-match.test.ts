import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Policy } from '../../contract/policy.ts'
import { TEST_NOON, somePurchase } from '../../../test/support/records/subject.ts'
import { policyDefaults } from '../../contract/policy-sheet/defaults.ts'
import type { PendingIntent, SpendRequest } from '../entities.ts'
import { matchIntent } from './intent-match.ts'

const intent = (change: Partial<PendingIntent> = {}): PendingIntent => ({
  id: 'int_1',
  createdAt: TEST_NOON - 60_000,
  expiresAt: TEST_NOON + 60_000,
  ...change,
})
const spend: Partial<SpendRequest> = { merchant: { name: 'ACME TOOLS', mcc: '5734' } }
const outcome = (intents: PendingIntent[], policy: Policy = {}, request: Partial<SpendRequest> = {}) =>
  matchIntent(intents, { ...policyDefaults, ...policy }, somePurchase({ ...spend, ...request }))

describe('a full match', () => {
  it.each<[string, Partial<PendingIntent>, Policy, string]>([
    ['expects nothing in particular', {}, {}, 'matched'],
    ['the amount exactly', { expectedAmount: 1000 }, {}, 'matched'],
    [
      'within the percentage of the policy, inclusive',
      { expectedAmount: 800 },
      { intentTolerancePercent: 25 },
      'matched',
    ],
    ['a cent outside', { expectedAmount: 799 }, { intentTolerancePercent: 25 }, 'mismatched'],
    ['below what was expected, inclusive', { expectedAmount: 1250 }, { intentTolerancePercent: 20 }, 'matched'],
    ['below, a cent outside', { expectedAmount: 1251 }, { intentTolerancePercent: 20 }, 'mismatched'],
    [
      'its own percentage instead of that of the policy',
      { expectedAmount: 800, tolerancePercent: 25 },
      { intentTolerancePercent: 0 },
      'matched',
    ],
    [
      'its own cents instead of the percentage of the policy',
      { expectedAmount: 700, toleranceCents: 300 },
      { intentTolerancePercent: 0 },
      'matched',
    ],
    [
      'of its own two the smaller: cents',
      { expectedAmount: 800, toleranceCents: 199, tolerancePercent: 100 },
      {},
      'mismatched',
    ],
    [
      'of its own two the smaller: percentage',
      { expectedAmount: 800, toleranceCents: 500, tolerancePercent: 24 },
      {},
      'mismatched',
    ],
    ['its ceiling, inclusive', { expectedAmount: 950, ceiling: 1000 }, {}, 'matched'],
    ['a cent above its ceiling', { expectedAmount: 950, ceiling: 999 }, {}, 'mismatched'],
    [
      'a ceiling that the policy has since stayed below',
      { expectedAmount: 950, ceiling: 1000 },
      { intentTolerancePercent: 5 },
      'mismatched',
    ],
    ['a tolerance of 0', { expectedAmount: 999, toleranceCents: 0 }, { intentTolerancePercent: 10 }, 'mismatched'],
    ['the merchant in another form', { expectedMerchant: 'Acme Tools' }, {}, 'matched'],
    ['another merchant', { expectedMerchant: 'Uber' }, {}, 'mismatched'],
    ['the category in the list', { expectedMccs: ['5411', '5734'] }, {}, 'matched'],
    ['another category', { expectedMccs: ['5411'] }, {}, 'mismatched'],
    ['an empty list of categories', { expectedMccs: [] }, {}, 'mismatched'],
    ['the currency in any case', { expectedCurrency: 'usd' }, {}, 'matched'],
    ['another currency', { expectedCurrency: 'EUR' }, {}, 'mismatched'],
    ['expired in this millisecond', { expiresAt: TEST_NOON }, {}, 'none'],
    ['expires in the next', { expiresAt: TEST_NOON + 1 }, {}, 'matched'],
  ])('%s', (_, change, policy, kind) => {
    expect(outcome([intent(change)], policy).kind).toBe(kind)
  })

  it('needs the values that it compares', () => {
    const nobody = { merchant: {} }
    expect(outcome([intent({ expectedMerchant: 'Acme Tools' })], {}, nobody).kind).toBe('mismatched')
    expect(outcome([intent({ expectedMccs: ['5734'] })], {}, nobody).kind).toBe('mismatched')
    expect(outcome([intent()], {}, nobody)).toMatchObject({ kind: 'matched', result: { actualMerchant: null } })
  })

  it('tells what was compared', () => {
    expect(outcome([intent({ expectedAmount: 5, expectedMccs: ['5411'] })])).toEqual({
      kind: 'mismatched',
      intentId: 'int_1',
      result: {
        amountMatch: false,
        merchantMatch: true,
        mccMatch: false,
        currencyMatch: true,
        actualAmount: 1000,
        actualMerchant: 'ACME TOOLS',
      },
    })
  })
})

describe('of several intents', () => {
  const [older, younger] = [TEST_NOON - 90_000, TEST_NOON - 30_000]

  it.each<[string, Partial<PendingIntent>[], string]>([
    ['the smallest difference wins', [{ expectedAmount: 950 }, { id: 'int_2', expectedAmount: 1040 }], 'int_2'],
    [
      'then the oldest',
      [
        { createdAt: younger, expectedAmount: 950 },
        { id: 'int_2', createdAt: older, expectedAmount: 1050 },
      ],
      'int_2',
    ],
    [
      'then the first made',
      [
        { id: 'int_2', expectedAmount: 950 },
        { id: 'int_1', expectedAmount: 950 },
      ],
      'int_1',
    ],
    [
      'one that names an amount before one that names none',
      [{ createdAt: older }, { id: 'int_2', createdAt: younger, expectedAmount: 910 }],
      'int_2',
    ],
    ['of two that name none the oldest', [{ createdAt: younger }, { id: 'int_2', createdAt: older }], 'int_2'],
    [
      'a full match before a nearer mismatch',
      [
        { expectedAmount: 1000, expectedMerchant: 'Uber' },
        { id: 'int_2', expectedAmount: 950 },
      ],
      'int_2',
    ],
  ])('%s', (_, changes, intentId) => {
    const intents = changes.map(intent)
    for (const order of [intents, intents.toReversed()]) {
      expect(outcome(order)).toMatchObject({ kind: 'matched', intentId })
    }
  })

  it.each<[string, Partial<PendingIntent>[], string]>([
    [
      'the merchant first',
      [
        { expectedMerchant: 'Uber', expectedAmount: 1000 },
        { id: 'int_2', expectedMerchant: 'Acme Tools', expectedAmount: 9 },
      ],
      'int_2',
    ],
    ['then the amount', [{ expectedAmount: 5 }, { id: 'int_2', expectedAmount: 6 }], 'int_2'],
    [
      'then the oldest',
      [
        { createdAt: younger, expectedAmount: 5 },
        { id: 'int_2', createdAt: older, expectedAmount: 5 },
      ],
      'int_2',
    ],
  ])('the best mismatch is %s', (_, changes, intentId) => {
    const intents = changes.map(intent)
    for (const order of [intents, intents.toReversed()]) {
      expect(outcome(order)).toMatchObject({ kind: 'mismatched', intentId })
    }
  })
})

describe('an increment', () => {
  it.each([
    [1000, 'kept'],
    [1001, 'exceeded'],
  ])('that makes the purchase %d, of 1000 allowed: %s', (total, kind) => {
    const boundBy = { intentId: 'int_9', ceiling: 1000, total }
    const request = { authorizedBefore: 1, boundBy }
    expect(outcome([intent()], { requireIntent: true }, request)).toEqual({ kind, ...boundBy })
  })
})

describe('no candidate', () => {
  it.each<[string, PendingIntent[], Policy, Partial<SpendRequest>, string]>([
    ['is missing where the policy requires one', [], { requireIntent: true }, {}, 'missing'],
    ['an expired one is none', [intent({ expiresAt: TEST_NOON })], { requireIntent: true }, {}, 'missing'],
    ['is nothing where it does not', [], {}, {}, 'none'],
    [
      'an increment has the intent of its transaction',
      [intent()],
      { requireIntent: true },
      { authorizedBefore: 5 },
      'none',
    ],
    ['a card check has none', [intent()], { requireIntent: true }, { amount: 0 }, 'none'],
  ])('%s', (_, intents, policy, request, kind) => {
    expect(outcome(intents, policy, request)).toEqual({ kind })
  })
})

const anIntent = fc.record(
  {
    expectedAmount: fc.constantFrom(900, 990, 1000, 1040, 5000),
    expectedMerchant: fc.constantFrom('Acme Tools', 'ACME TOOLS 4', 'Uber'),
    expectedMccs: fc.constantFrom(['5734'], ['5411']),
    expectedCurrency: fc.constantFrom('USD', 'EUR'),
    createdAt: fc.constantFrom(TEST_NOON - 3, TEST_NOON - 2),
    expiresAt: fc.constantFrom(TEST_NOON, TEST_NOON + 1),
  },
  { requiredKeys: ['createdAt', 'expiresAt'] },
)

it('of any intents it finds what comparing each alone and sorting all finds', () => {
  const far = Number.MAX_SAFE_INTEGER
  fc.assert(
    fc.property(fc.array(anIntent, { maxLength: 12 }), (fields) => {
      const intents = fields.map((each, n) => intent({ ...each, id: `int_${n}` }))
      const alone = intents.flatMap((each) => {
        const found = outcome([each])
        if (found.kind !== 'matched' && found.kind !== 'mismatched') return []
        return [{ ...found, each, difference: Math.abs(1000 - (each.expectedAmount ?? far)) }]
      })
      const [best] = alone.toSorted(
        (a, b) =>
          Number(b.kind === 'matched') - Number(a.kind === 'matched') ||
          Number(b.result.merchantMatch) - Number(a.result.merchantMatch) ||
          a.difference - b.difference ||
          a.each.createdAt - b.each.createdAt ||
          intents.indexOf(a.each) - intents.indexOf(b.each),
      )
      expect(outcome(intents)).toEqual(
        best === undefined ? { kind: 'none' } : { kind: best.kind, intentId: best.intentId, result: best.result },
      )
    }),
  )
})
