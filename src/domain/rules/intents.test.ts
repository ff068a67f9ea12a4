import { describe, expect, it } from 'vitest'
import type { RuleReasonCode } from '../../contract/reasons.ts'
import type { Policy } from '../../contract/policy.ts'
import { TEST_NOON, somePurchase, cardWithLevels, type SomeCardFields } from '../../../test/support/records/subject.ts'
import { decidePurchase } from '../ladder/decide.ts'
import type { SpendRequest } from '../entities.ts'

const MINUTE_MS = 60_000

const codesOf = (described: SomeCardFields, request: Partial<SpendRequest> = {}) =>
  decidePurchase(cardWithLevels(described), somePurchase(request)).reasons.map(({ code }) => code)

describe('intents', () => {
  const pending = { id: 'int_1', createdAt: TEST_NOON - 1, expiresAt: TEST_NOON + 1, expectedAmount: 1000 }
  const other = { ...pending, expectedAmount: 5 }

  it.each<[string, Policy, SomeCardFields['intents'], RuleReasonCode[], string, string | undefined]>([
    ['missing and not required', {}, [], [], 'none', undefined],
    ['missing, flagged', { requireIntent: true }, [], [], 'missing', undefined],
    [
      'missing, declined',
      { requireIntent: true, onMissingIntent: 'decline' },
      [],
      ['intent_missing'],
      'none',
      undefined,
    ],
    [
      'missing, frozen',
      { requireIntent: true, onMissingIntent: 'freeze' },
      [],
      ['intent_missing'],
      'none',
      'intent_missing',
    ],
    ['not required, so never missing', { onMissingIntent: 'freeze' }, [], [], 'none', undefined],
    ['mismatched, flagged', { requireIntent: true, onMissingIntent: 'freeze' }, [other], [], 'mismatched', undefined],
    ['mismatched, declined', { onIntentMismatch: 'decline' }, [other], ['intent_mismatch'], 'none', undefined],
    ['mismatched, frozen', { onIntentMismatch: 'freeze' }, [other], ['intent_mismatch'], 'none', 'intent_mismatch'],
    [
      'matched',
      { requireIntent: true, onMissingIntent: 'freeze', onIntentMismatch: 'freeze' },
      [pending],
      [],
      'matched',
      undefined,
    ],
  ])('%s', (_, policy, intents = [], codes, kind, freeze) => {
    const decision = decidePurchase(cardWithLevels({ card: { policy }, intents }), somePurchase())
    expect(decision.reasons.map(({ code }) => code)).toEqual(codes)
    expect(decision.intent.kind).toBe(kind)
    expect(decision.freeze).toBe(freeze)
  })

  it('a lock to a merchant of that name is no freeze', () => {
    const card = { merchantLock: 'freeze', policy: { lockToFirstMerchant: true } }
    expect(decidePurchase(cardWithLevels({ card }), somePurchase()).freeze).toBeUndefined()
  })

  it('a decline for another reason touches no intent and says what was found', () => {
    const policy: Policy = { limits: { perAuth: 1 }, requireIntent: true }
    expect(decidePurchase(cardWithLevels({ card: { policy }, intents: [pending] }), somePurchase())).toMatchObject({
      intent: { kind: 'none' },
      flags: { intentMatched: false, intentMismatch: false, intentMissing: false },
    })
    expect(decidePurchase(cardWithLevels({ card: { policy }, intents: [other] }), somePurchase())).toMatchObject({
      intent: { kind: 'none' },
      flags: { intentMatched: false, intentMismatch: true, intentMissing: false },
    })
  })
})

describe('duplicates', () => {
  const card = { policy: { duplicateWindowMinutes: 5 } }
  const before = (change: object = {}) => ({
    card,
    recentPurchases: [{ at: TEST_NOON - 5 * MINUTE_MS + 1, amount: 1000, merchantName: 'Acme Tools', ...change }],
  })
  const merchant = { name: 'ACME TOOLS' }

  it.each<[string, SomeCardFields, Partial<SpendRequest>, RuleReasonCode[]]>([
    ['the same again', before(), { merchant }, ['duplicate_charge']],
    ['at the end of the window', before(), { merchant, now: TEST_NOON + 1 }, []],
    ['another amount', before({ amount: 999 }), { merchant }, []],
    ['another merchant', before({ merchantName: 'Uber' }), { merchant }, []],
    ['both without a merchant', before({ merchantName: null }), {}, ['duplicate_charge']],
    ['only this one without a merchant', before(), {}, []],
    ['only the other without a merchant', before({ merchantName: null }), { merchant }, []],
    [
      'with an intent of its own',
      { ...before(), intents: [{ id: 'int_1', createdAt: 0, expiresAt: TEST_NOON + 1 }] },
      { merchant },
      [],
    ],
    [
      'with an intent for something else',
      { ...before(), intents: [{ id: 'int_1', createdAt: 0, expiresAt: TEST_NOON + 1, expectedAmount: 1 }] },
      { merchant },
      ['duplicate_charge'],
    ],
    ['where the policy does not look', { ...before(), card: {} }, { merchant }, []],
  ])('%s', (_, described, request, codes) => {
    expect(codesOf(described, request)).toEqual(codes)
  })

  it('can pass when the last of them has left the window', () => {
    const recentPurchases = [4, 2, 3].map((minutes) => ({
      at: TEST_NOON - minutes * MINUTE_MS,
      amount: 1000,
      merchantName: null,
    }))
    const [reason] = decidePurchase(cardWithLevels({ card, recentPurchases }), somePurchase()).reasons
    expect(reason).toMatchObject({ retryAt: '2026-11-18T12:03:00.000Z', retryable: true })
  })
})
