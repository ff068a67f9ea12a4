import { expect, it } from 'vitest'
import type { Policy } from '../../contract/policy.ts'
import { intentNeedsApproval } from './approval.ts'

it.each<[Policy, number | undefined, boolean]>([
  [{}, 100, false],
  [{ autoApproveBelow: 100 }, 500, false],
  [{ requireApproval: true }, 1, true],
  [{ requireApproval: true, autoApproveBelow: 100 }, 99, false],
  [{ requireApproval: true, autoApproveBelow: 100 }, 100, true],
  [{ requireApproval: true, autoApproveBelow: 100 }, undefined, true],
])('an intent under %j of %s cents needs approval: %s', (policy, expectedAmount, expected) => {
  expect(intentNeedsApproval(policy, expectedAmount)).toBe(expected)
})
