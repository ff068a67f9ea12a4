import { describe, expect, it } from 'vitest'
import { TEST_NOON, cardWithLevels, type SomeCardFields } from '../../../test/support/records/subject.ts'
import type { Policy } from '../../contract/policy.ts'
import { summarisePolicy } from './policy-summary.ts'
import { emptyLevelSpend, recordApproval } from '../spend/spend-windows.ts'

const MINUTE_MS = 60_000
const summary = (described: SomeCardFields) => summarisePolicy(cardWithLevels(described), TEST_NOON)
/**
 * A policy's warnings about contradictions. `warnings/looks-strict.test.ts` tests the others: rules that are about one field cap and
 * enforce nothing else.
 */
const contradictions = (described: SomeCardFields) =>
  summary(described).warnings.filter(({ code }) => !/^no_limit$|_not_enforced$|^origins_not_bounded$/.test(code))

describe('limits with what is spent and left', () => {
  const byCard = recordApproval(emptyLevelSpend, [TEST_NOON - 1, 300])
  const byAll = recordApproval(byCard, [TEST_NOON, 5000])
  const spend = { card: byCard, agent: byAll, customer: byAll }

  it('of the policy for the card, hard caps for everything beneath their level', () => {
    const { limits } = summary({
      customer: { policy: { limits: { perDay: 1000, perAuth: 500 } }, limits: { total: 9000 } },
      agent: { limits: { perWeek: 5000 } },
      card: { policy: { maxAmount: 400 } },
      spend,
    })
    expect(limits).toEqual([
      { kind: 'policy', level: 'card', window: 'perAuth', limit: 400, spent: 0, remaining: 400 },
      { kind: 'policy', level: 'customer', window: 'perDay', limit: 1000, spent: 300, remaining: 700 },
      { kind: 'cap', level: 'customer', window: 'total', limit: 9000, spent: 5300, remaining: 3700 },
      { kind: 'cap', level: 'agent', window: 'perWeek', limit: 5000, spent: 5300, remaining: 0 },
    ])
  })

  it('of the moment that is asked about', () => {
    const dayAgo = recordApproval(emptyLevelSpend, [TEST_NOON - 86_400_000, 300])
    const { limits } = summary({ card: { limits: { perDay: 1000, total: 1000 } }, spend: { card: dayAgo } })
    expect(limits.map(({ spent }) => spent)).toEqual([0, 300])
  })

  it('without a card of the most specific level', () => {
    const { limits } = summary({ customer: { policy: { limits: { perMonth: 9000 } } }, card: null, spend })
    expect(limits).toMatchObject([{ spent: 5300, remaining: 3700 }])
  })
})

describe('moments', () => {
  const spend = { card: recordApproval(emptyLevelSpend, [TEST_NOON - 4 * MINUTE_MS, 1]) }

  it.each<[string, SomeCardFields, string | undefined]>([
    ['while it runs', { card: { policy: { cooldownMinutes: 5 } }, spend }, '2026-11-18T12:01:00.000Z'],
    ['not at its end', { card: { policy: { cooldownMinutes: 4 } }, spend }, undefined],
    ['not before the first purchase', { card: { policy: { cooldownMinutes: 5 } } }, undefined],
    ['not without a card', { customer: { policy: { cooldownMinutes: 5 } }, card: null }, undefined],
    ['not without a cooldown', { spend }, undefined],
  ])('the cooldown ends: %s', (_, described, expected) => {
    expect(summary(described).cooldownEndsAt).toBe(expected)
  })

  it.each<[string, SomeCardFields, string | undefined]>([
    ['by minutes', { card: { createdAt: TEST_NOON, policy: { ttlMinutes: 90 } } }, '2026-11-18T13:30:00.000Z'],
    ['by days', { card: { createdAt: TEST_NOON, policy: { ttlDays: 2 } } }, '2026-11-20T12:00:00.000Z'],
    [
      'by the earlier',
      { customer: { policy: { ttlDays: 1 } }, card: { createdAt: TEST_NOON, policy: { ttlMinutes: 1441 } } },
      '2026-11-19T12:00:00.000Z',
    ],
    ['never', {}, undefined],
    ['not without a card', { customer: { policy: { ttlDays: 1 } }, card: null }, undefined],
  ])('the card expires: %s', (_, described, expected) => {
    expect(summary(described).expiresAt).toBe(expected)
  })
})

describe('warnings', () => {
  const warningsOf = (described: SomeCardFields) =>
    contradictions(described).map(({ code, fields }) => [code, ...fields].join(' '))
  const ofCard = (policy: Policy): SomeCardFields => ({ card: { policy } })
  const above = (customer: Policy, card: Policy): SomeCardFields => ({
    customer: { policy: customer },
    card: { policy: card },
  })
  const hours = { timezone: 'UTC', days: [1], from: '09:00', to: '17:00' }

  it.each<[string, SomeCardFields, string[]]>([
    [
      'nothing to say',
      above(
        { limits: { perAuth: 5, perDay: 5 }, blockedMccs: ['7995'] },
        { limits: { perAuth: 5 }, allowedMccs: ['5411'] },
      ),
      [],
    ],
    [
      'a category in both lists',
      ofCard({ allowedMccs: ['5411', '7995'], blockedMccs: ['7995'] }),
      ['mcc_in_both_lists allowedMccs blockedMccs'],
    ],
    [
      'lists of different levels',
      above({ blockedMccs: ['7995'] }, { allowedMccs: ['5411', '7995'] }),
      ['mcc_in_both_lists allowedMccs blockedMccs'],
    ],
    [
      'a merchant in both lists in another form',
      ofCard({ allowedMerchants: ['Uber', 'ACME TOOLS'], blockedMerchants: ['Acme Tools'] }),
      ['merchant_in_both_lists allowedMerchants blockedMerchants'],
    ],
    [
      'a country in both lists in another case',
      ofCard({ allowedCountries: ['us', 'DE'], blockedCountries: ['US'] }),
      ['country_in_both_lists allowedCountries blockedCountries'],
    ],
    [
      'an allow list that is blocked',
      ofCard({ allowedMccs: ['7995'], blockedMccs: ['7995'] }),
      ['mcc_in_both_lists allowedMccs blockedMccs', 'allow_list_unreachable allowedMccs blockedMccs'],
    ],
    [
      'a merchant id in both lists',
      ofCard({ allowedMerchantIds: ['m1', 'm2'], blockedMerchantIds: ['m1', 'M2'] }),
      ['merchant_in_both_lists allowedMerchantIds blockedMerchantIds'],
    ],
    ['an empty allow list', ofCard({ allowedMerchants: [] }), ['allow_list_empty allowedMerchants']],
    ['an empty block list', ofCard({ blockedMerchants: [] }), []],
    ['a limit of 0', ofCard({ limits: { perDay: 0 } }), ['limit_zero limits.perDay']],
    ['a maxAmount of 0', ofCard({ maxAmount: 0 }), ['limit_zero maxAmount']],
    ['a hard cap of 0', { customer: { limits: { total: 0 } } }, ['limit_zero limits.total']],
    ['no transactions', ofCard({ maxTransactionsPerDay: 0 }), ['limit_zero maxTransactionsPerDay']],
    [
      'less in a day than in one authorization',
      ofCard({ limits: { perAuth: 6, perDay: 5 } }),
      ['limit_out_of_order limits.perAuth limits.perDay'],
    ],
    [
      'the same in a hard cap',
      { agent: { limits: { perMonth: 6, total: 5 } } },
      ['limit_out_of_order limits.perMonth limits.total'],
    ],
    [
      'hard caps of different levels are not one',
      { customer: { limits: { total: 5 } }, agent: { limits: { perDay: 6 } } },
      [],
    ],
    [
      'the same over two levels of the policy',
      above({ limits: { perDay: 5 } }, { limits: { perAuth: 6 } }),
      ['limit_out_of_order limits.perAuth limits.perDay'],
    ],
    ['more in a day than in one authorization', ofCard({ limits: { perAuth: 5, perDay: 6 } }), []],
    ['a policy at a hard cap', { customer: { limits: { perDay: 5 }, policy: { limits: { perDay: 5 } } } }, []],
    [
      'a hard cap above a policy',
      { customer: { policy: { limits: { perDay: 5 } } }, card: { limits: { perDay: 6 } } },
      [],
    ],
    [
      'a hard cap of a card below that of its agent',
      { agent: { limits: { perDay: 6 } }, card: { limits: { perDay: 5 } } },
      [],
    ],
    [
      'a policy above a hard cap',
      { customer: { limits: { perDay: 5 } }, card: { policy: { limits: { perDay: 6 } } } },
      ['limit_above_cap limits.perDay'],
    ],
    [
      'maxAmount above a hard cap',
      { card: { limits: { perAuth: 5 }, policy: { maxAmount: 6 } } },
      ['limit_above_cap maxAmount limits.perAuth'],
    ],
    [
      'a hard cap above that of the level above',
      { customer: { limits: { perDay: 5 } }, agent: { limits: { perDay: 6 } } },
      ['limit_above_cap limits.perDay'],
    ],
    ['a hard cap below it', { customer: { limits: { perDay: 6 } }, agent: { limits: { perDay: 5 } } }, []],
    ['no active day', ofCard({ activeHours: { ...hours, days: [] } }), ['active_hours_empty activeHours']],
    ['a TTL of 0 minutes', ofCard({ ttlMinutes: 0 }), ['ttl_zero ttlMinutes ttlDays']],
    ['a TTL of 0 days', ofCard({ ttlDays: 0 }), ['ttl_zero ttlMinutes ttlDays']],
    [
      'automatic approval of nothing',
      ofCard({ autoApproveBelow: 5 }),
      ['auto_approve_unused autoApproveBelow requireApproval'],
    ],
    [
      'another approver for nothing',
      ofCard({ requireSeparateApprover: true }),
      ['separate_approver_unused requireSeparateApprover requireApproval'],
    ],
    ['another approver for something', ofCard({ requireSeparateApprover: true, requireApproval: true }), []],
    ['automatic approval of something', ofCard({ autoApproveBelow: 5, requireApproval: true }), []],
    [
      'a reaction to what cannot be',
      ofCard({ onMissingIntent: 'decline' }),
      ['missing_intent_unused onMissingIntent requireIntent newMerchant'],
    ],
    ['a reaction to first purchases', ofCard({ onMissingIntent: 'decline', newMerchant: 'approve' }), []],
    ['a reaction to what can', ofCard({ onMissingIntent: 'decline', requireIntent: true }), []],
  ])('%s', (_, described, expected) => {
    expect(warningsOf(described)).toEqual(expected)
  })

  it.each<[string, Policy, Policy, boolean]>([
    ['limits.perAuth', { limits: { perAuth: 5 } }, { limits: { perAuth: 6 } }, true],
    ['limits.perAuth', { limits: { perAuth: 6 } }, { limits: { perAuth: 5 } }, false],
    ['limits.total', { limits: { total: 5 } }, { limits: { total: 6 } }, true],
    ['maxAmount', { maxAmount: 5 }, { maxAmount: 6 }, true],
    ['maxTransactionsPerDay', { maxTransactionsPerDay: 5 }, { maxTransactionsPerDay: 6 }, true],
    ['autoApproveBelow', { requireApproval: true, autoApproveBelow: 5 }, { autoApproveBelow: 6 }, true],
    ['attestationWindowMinutes', { attestationWindowMinutes: 5 }, { attestationWindowMinutes: 6 }, true],
    ['ttlMinutes', { ttlMinutes: 5 }, { ttlMinutes: 6 }, true],
    ['ttlDays', { ttlDays: 5 }, { ttlDays: 6 }, true],
    ['intentTolerancePercent', { intentTolerancePercent: 5 }, { intentTolerancePercent: 6 }, true],
    ['cooldownMinutes', { cooldownMinutes: 6 }, { cooldownMinutes: 5 }, true],
    ['cooldownMinutes', { cooldownMinutes: 5 }, { cooldownMinutes: 5 }, false],
    ['onIntentMismatch', { onIntentMismatch: 'decline' }, { onIntentMismatch: 'decline' }, false],
    ['duplicateWindowMinutes', { duplicateWindowMinutes: 6 }, { duplicateWindowMinutes: 5 }, true],
    ['requireIntent', { requireIntent: true }, { requireIntent: false }, true],
    ['requireIntent', { requireIntent: false }, { requireIntent: true }, false],
    ['requireIntent', { requireIntent: false }, { requireIntent: false }, false],
    ['requireAttestation', { requireAttestation: true }, { requireAttestation: false }, true],
    ['requireApproval', { requireApproval: true }, { requireApproval: false }, true],
    [
      'requireSeparateApprover',
      { requireApproval: true, requireSeparateApprover: true },
      { requireSeparateApprover: false },
      true,
    ],
    ['allowedOrigins', { allowedOrigins: ['https://a.example'] }, { allowedOrigins: ['https://b.example'] }, true],
    ['requireCvv', { requireCvv: true }, { requireCvv: false }, true],
    ['lockToFirstMerchant', { lockToFirstMerchant: true }, { lockToFirstMerchant: false }, true],
    ['allowedMccs', { allowedMccs: ['5411'] }, { allowedMccs: ['5411', '5734'] }, true],
    ['allowedMccs', { allowedMccs: ['5411', '5734'] }, { allowedMccs: ['5411'] }, false],
    ['allowedMerchants', { allowedMerchants: ['Uber'] }, { allowedMerchants: ['Apple'] }, true],
    ['allowedMerchantIds', { allowedMerchantIds: ['m1'] }, { allowedMerchantIds: ['M1'] }, true],
    ['blockedMerchantIds', { blockedMerchantIds: ['m1'] }, { blockedMerchantIds: ['M1'] }, true],
    ['allowedCountries', { allowedCountries: ['US'] }, { allowedCountries: ['DE'] }, true],
    ['blockedMccs', { blockedMccs: ['7995'] }, { blockedMccs: [] }, true],
    ['blockedMccs', { blockedMccs: [] }, { blockedMccs: ['7995'] }, false],
    ['blockedMerchants', { blockedMerchants: ['Uber'] }, { blockedMerchants: [] }, true],
    ['blockedCountries', { blockedCountries: ['US'] }, { blockedCountries: [] }, true],
    ['onMissingIntent', { requireIntent: true, onMissingIntent: 'freeze' }, { onMissingIntent: 'decline' }, true],
    ['onMissingIntent', { requireIntent: true, onMissingIntent: 'flag' }, { onMissingIntent: 'decline' }, false],
    ['onIntentMismatch', { onIntentMismatch: 'decline' }, { onIntentMismatch: 'flag' }, true],
    ['activeHours', { activeHours: hours }, { activeHours: { ...hours, to: '17:01' } }, true],
    ['activeHours', { activeHours: hours }, { activeHours: { ...hours, from: '10:00' } }, false],
    ['activeHours', { activeHours: hours }, { activeHours: { ...hours, timezone: 'Asia/Tokyo', to: '18:00' } }, false],
  ])('%s looser than above: %j, %j: %s', (field, customer, card, isLooser) => {
    expect(warningsOf(above(customer, card))).toEqual(isLooser ? [`looser_than_above ${field}`] : [])
  })

  it('compares with the nearest level above that sets the field', () => {
    const warnings = contradictions({
      customer: { policy: { maxAmount: 5 } },
      agent: { policy: { maxAmount: 9 } },
      card: { policy: { maxAmount: 7 } },
    })
    expect(warnings).toEqual([
      {
        code: 'looser_than_above',
        message:
          "`maxAmount` of the agent's policy allows more than that of the customer's policy, which it overrides.",
        fields: ['maxAmount'],
      },
    ])
  })

  it('says what it is about', () => {
    const warnings = contradictions({
      customer: { limits: { perDay: 500 } },
      card: { policy: { limits: { perAuth: 900, perDay: 800 } } },
    })
    expect(warnings.map(({ message }) => message)).toEqual([
      "`limits.perAuth` of the card's policy is $9.00, more than `limits.perDay` of $8.00 allows in a longer time.",
      "`limits.perDay` of the card's policy is $8.00, but the hard cap of the customer is $5.00.",
    ])
  })
})

describe('the words of a warning', () => {
  it.each<[SomeCardFields, string]>([
    [
      { agent: { policy: { limits: { perDay: 0 } } } },
      "`limits.perDay` of the agent's policy is 0: no spend can pass it.",
    ],
    [{ agent: { limits: { perDay: 0 } } }, 'The hard cap `limits.perDay` of the agent is 0: no spend can pass it.'],
    [
      { agent: { policy: { limits: { perAuth: 600, perDay: 500 } } } },
      "`limits.perAuth` of the agent's policy is $6.00, more than `limits.perDay` of $5.00 allows in a longer time.",
    ],
    [
      { customer: { limits: { perDay: 500 } }, agent: { limits: { perDay: 600 } } },
      'The hard cap `limits.perDay` of the agent is $6.00, but the hard cap of the customer is $5.00.',
    ],
    [{ agent: { policy: { allowedMccs: [] } } }, '`allowedMccs` is empty: no spend can pass it.'],
    [
      { customer: { policy: { cooldownMinutes: 6 } }, card: { policy: { cooldownMinutes: 5 } } },
      "`cooldownMinutes` of the card's policy allows more than that of the customer's policy, which it overrides.",
    ],
  ])('%j', (described, message) => {
    expect(contradictions(described).map((warning) => warning.message)).toEqual([message])
  })

  it('of an allow list that nothing passes', () => {
    const policy = { allowedMccs: ['7995'], blockedMccs: ['7995'] }
    expect(contradictions({ card: { policy } }).map((warning) => warning.message)).toEqual([
      'Both allowed and blocked, so declined: 7995.',
      'Every entry of `allowedMccs` is blocked by `blockedMccs`: no spend can pass both.',
    ])
  })
})

describe('a warning about many entries', () => {
  it.each([
    [5, '0001, 0002, 0003, 0004, 0005.'],
    [6, '0001, 0002, 0003, 0004, 0005 and 1 more.'],
  ])('%d: names five', (count, named) => {
    const mccs = Array.from({ length: count }, (_, n) => String(n + 1).padStart(4, '0'))
    const [warning] = summary({ card: { policy: { allowedMccs: ['5411', ...mccs], blockedMccs: mccs } } }).warnings
    expect(warning?.message).toBe(`Both allowed and blocked, so declined: ${named}`)
  })
})

describe('what holds', () => {
  it('comes with its sources', () => {
    const { effective, sources } = summary({ agent: { policy: { limits: { perDay: 5 } } } })
    expect(effective).toMatchObject({ limits: { perDay: 5 }, attestationWindowMinutes: 15 })
    expect(sources).toMatchObject({ 'limits.perDay': 'agent', attestationWindowMinutes: 'default' })
  })
})
