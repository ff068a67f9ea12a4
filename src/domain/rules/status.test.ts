import { describe, expect, it } from 'vitest'
import type { RuleReasonCode } from '../../contract/reasons.ts'
import { TEST_NOON, somePurchase, cardWithLevels, type SomeCardFields } from '../../../test/support/records/subject.ts'
import { decidePurchase } from '../ladder/decide.ts'
import type { SpendRequest } from '../entities.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const codesOf = (described: SomeCardFields, request: Partial<SpendRequest> = {}) =>
  decidePurchase(cardWithLevels(described), somePurchase(request)).reasons.map(({ code }) => code)

describe('who may spend', () => {
  it.each<[string, SomeCardFields, RuleReasonCode[]]>([
    ['a disabled agent', { agent: { status: 'disabled' } }, ['agent_not_active']],
    ['a card without an agent', { agent: null }, []],
    [
      'a closed card that was used up',
      { card: { status: 'closed', usage: 'single', consumedAt: TEST_NOON } },
      ['card_closed', 'card_consumed'],
    ],
    [
      'a card in the millisecond before its expiry',
      { card: { createdAt: TEST_NOON - 5 * MINUTE_MS + 1, policy: { ttlMinutes: 5 } } },
      [],
    ],
    [
      'a card at its expiry',
      { card: { createdAt: TEST_NOON - 5 * MINUTE_MS, policy: { ttlMinutes: 5 } } },
      ['card_expired'],
    ],
    [
      'a card of two TTLs at the earlier',
      { card: { createdAt: TEST_NOON - DAY_MS, policy: { ttlMinutes: 5000, ttlDays: 1 } } },
      ['card_expired'],
    ],
    ['a card whose customer sets the TTL', { customer: { policy: { ttlMinutes: 60 } } }, ['card_expired']],
    ['an unused single-use card', { card: { usage: 'single' } }, []],
  ])('%s', (_, described, codes) => {
    expect(codesOf(described)).toEqual(codes)
  })

  it('names the field and the level of the TTL that ended', () => {
    const { reasons } = decidePurchase(
      cardWithLevels({ customer: { policy: { ttlDays: 1 } }, agent: { policy: { ttlMinutes: 1 } } }),
      somePurchase(),
    )
    expect(reasons).toMatchObject([{ code: 'card_expired', rule: 'ttlMinutes', level: 'agent', retryable: false }])
  })

  it.each<[string, SomeCardFields, boolean, string]>([
    [
      'a suspended customer',
      { customer: { status: 'suspended' } },
      true,
      'Set the status of the customer to `active`.',
    ],
    ['a paused agent', { agent: { status: 'paused' } }, true, 'Set the status of the agent to `active`.'],
    [
      'a disabled agent',
      { agent: { status: 'disabled' } },
      false,
      'A disabled agent stays disabled: use another agent.',
    ],
    ['a frozen card', { card: { status: 'frozen' } }, true, 'Unfreeze the card.'],
    ['a closed card', { card: { status: 'closed' } }, false, 'A closed card stays closed: use another card.'],
    ['a used card', { card: { usage: 'single', consumedAt: TEST_NOON } }, false, 'Use another card.'],
    [
      'an expired card',
      { card: { policy: { ttlMinutes: 0 } } },
      false,
      'Raise `ttlMinutes` and `ttlDays` where they are set, or use another card.',
    ],
  ])('whether waiting helps, and what does: %s', (_, described, retryable, remedy) => {
    expect(decidePurchase(cardWithLevels(described), somePurchase()).reasons).toMatchObject([{ retryable, remedy }])
  })
})
