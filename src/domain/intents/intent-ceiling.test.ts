import { describe, expect, it } from 'vitest'
import { TEST_NOON } from '../../../test/support/records/subject.ts'
import type { Policy } from '../../contract/policy.ts'
import { policyDefaults } from '../../contract/policy-sheet/defaults.ts'
import type { PendingIntent } from '../entities.ts'
import { declaredCeiling, intentCeiling } from './intent-ceiling.ts'

const below = (autoApproveBelow: number): Policy => ({ requireApproval: true, autoApproveBelow })

describe('the ceiling of an intent that is declared', () => {
  it.each<[string, Partial<PendingIntent>, Policy, number | undefined]>([
    ['none without an amount', { tolerancePercent: 5 }, below(5000), undefined],
    ['the tolerance of the policy', { expectedAmount: 1009 }, {}, 1109],
    ['its own cents', { expectedAmount: 1000, toleranceCents: 30 }, {}, 1030],
    ['of its own two the smaller', { expectedAmount: 1000, toleranceCents: 30, tolerancePercent: 2 }, {}, 1020],
    ['below the threshold that spared it an approval', { expectedAmount: 4900 }, below(5000), 4999],
    ['a cent below the threshold', { expectedAmount: 4999 }, below(5000), 4999],
    ['not bound by a threshold that it stays below', { expectedAmount: 4000 }, below(5000), 4400],
    ['not bound where a person is asked', { expectedAmount: 5000 }, below(5000), 5500],
    ['not bound where nobody need be asked', { expectedAmount: 4900 }, { autoApproveBelow: 5000 }, 5390],
    ['bound whatever its own tolerance', { expectedAmount: 1, toleranceCents: 100_000 }, below(5000), 4999],
    [
      'no more than the largest amount',
      { expectedAmount: Number.MAX_SAFE_INTEGER, toleranceCents: 1 },
      {},
      Number.MAX_SAFE_INTEGER,
    ],
  ])('%s', (_, intent, policy, expected) => {
    expect(declaredCeiling(intent, { ...policyDefaults, ...policy })).toBe(expected)
  })
})

describe('the ceiling at a later moment', () => {
  it.each<[string, Partial<PendingIntent>, number, number | undefined]>([
    ['none without an amount', {}, 10, undefined],
    ['as it was fixed', { expectedAmount: 1000, ceiling: 1050 }, 10, 1050],
    ['not reopened by a larger tolerance', { expectedAmount: 1000, ceiling: 1100 }, 50, 1100],
    ['lowered by a smaller one', { expectedAmount: 1000, ceiling: 1100 }, 5, 1050],
    ['of an intent that has none fixed', { expectedAmount: 1000 }, 10, 1100],
  ])('%s', (_, change, intentTolerancePercent, expected) => {
    const intent = { id: 'int_1', createdAt: TEST_NOON, expiresAt: TEST_NOON + 1, ...change }
    expect(intentCeiling(intent, { intentTolerancePercent })).toBe(expected)
  })
})
