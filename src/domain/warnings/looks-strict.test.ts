import { describe, expect, it } from 'vitest'
import { TEST_NOON, cardWithLevels, type SomeCardFields } from '../../../test/support/records/subject.ts'
import type { Policy } from '../../contract/policy.ts'
import { summarisePolicy, policyWarningsOf } from './policy-summary.ts'

const capped: Policy = { limits: { perDay: 500 } }
const strict: Policy = { ...capped, requireIntent: true, onMissingIntent: 'decline', onIntentMismatch: 'freeze' }
const warnings = (described: SomeCardFields) => summarisePolicy(cardWithLevels(described), TEST_NOON).warnings
/** The warnings of a policy, except the one about the sites where card numbers may be entered, which has a test of its own. */
const named = (described: SomeCardFields) =>
  warnings(described)
    .filter(({ code }) => code !== 'origins_not_bounded')
    .map(({ code, fields }) => [code, ...fields].join(' '))

describe('a policy that only looks strict', () => {
  it.each<[string, SomeCardFields, string[]]>([
    ['nothing capped', {}, ['no_limit limits policy.limits maxAmount']],
    ['a limit above', { customer: { policy: capped } }, []],
    ['a hard cap above', { agent: { limits: { perMonth: 5 } } }, []],
    ['a maxAmount', { card: { policy: { maxAmount: 5 } } }, []],
    [
      'a count is no cap',
      { card: { policy: { maxTransactionsPerDay: 5 } } },
      ['no_limit limits policy.limits maxAmount'],
    ],
    [
      'an approval that nothing enforces',
      { card: { policy: { ...capped, requireApproval: true } } },
      ['approval_not_enforced requireApproval requireIntent onMissingIntent onIntentMismatch'],
    ],
    [
      'an approval that another purchase gets around',
      { card: { policy: { ...strict, requireApproval: true, onIntentMismatch: 'flag' } } },
      [
        'approval_not_enforced requireApproval requireIntent onIntentMismatch',
        'intent_not_enforced requireIntent onIntentMismatch',
      ],
    ],
    ['an approval that is enforced', { card: { policy: { ...strict, requireApproval: true } } }, []],
    [
      'an intent that nothing enforces',
      { card: { policy: { ...capped, requireIntent: true } } },
      ['intent_not_enforced requireIntent onMissingIntent onIntentMismatch'],
    ],
    [
      'an intent that may be missing',
      { card: { policy: { ...strict, onMissingIntent: 'flag' } } },
      ['intent_not_enforced requireIntent onMissingIntent'],
    ],
    [
      'enforced above, where the level itself only requires it',
      { customer: { policy: strict }, card: { policy: { requireIntent: true, requireApproval: true } } },
      [],
    ],
    [
      'an attestation, which is of the number',
      { card: { policy: { ...strict, requireAttestation: true } } },
      ['attestation_not_enforced requireAttestation requireIntent onMissingIntent'],
    ],
  ])('%s', (_, described, expected) => {
    expect(named(described)).toEqual(expected)
  })

  it('says in a sentence what happens and which field changes it', () => {
    const policy: Policy = { requireApproval: true, requireIntent: true, requireAttestation: true }
    const messages = warnings({ card: { policy } }).map(({ message }) => message)
    expect(messages).toHaveLength(5)
    for (const message of messages) expect(message).toMatch(/^[^.]+: set `\w+`[^.]+\.$/)
  })

  it.each<[string, SomeCardFields, boolean]>([
    ['no level', {}, true],
    ['the customer', { customer: { policy: { allowedOrigins: ['https://shop.example'] } } }, false],
    ['a person, who sees each new one', { customer: { policy: { newOrigin: 'approve' } } }, false],
    ['the card, which allows none', { card: { policy: { allowedOrigins: [] } } }, false],
  ])('says that an agent chooses where its number goes, unless a level bounds it: %s', (_, described, isTold) => {
    const told = warnings(described).filter(({ code }) => code === 'origins_not_bounded')
    expect(told.map(({ message }) => message.includes('an agent chooses where its number goes'))).toEqual(
      isTold ? [true] : [],
    )
  })

  it('is told after a change as it is told of the policy, whatever was spent', () => {
    const levels = cardWithLevels({ card: { policy: { requireApproval: true, limits: { perDay: 0 } } } })
    expect(policyWarningsOf(levels)).toEqual(summarisePolicy(levels, TEST_NOON).warnings)
    expect(policyWarningsOf(levels)).toHaveLength(3)
  })
})
