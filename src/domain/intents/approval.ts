import type { Policy } from '../../contract/policy.ts'

/** Whether an intent of that amount waits for a person. One that names no amount does (contract, section 9). */
export const needsApproval = (policy: Policy, expectedAmount: number | undefined): boolean =>
  policy.requireApproval === true && (expectedAmount ?? Number.POSITIVE_INFINITY) >= (policy.autoApproveBelow ?? 0)
