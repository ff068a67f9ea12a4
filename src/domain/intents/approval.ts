import type { Policy } from '../../contract/policy.ts'

/**
 * Whether the policy requires approvals, and the expected amount, in cents, is not below `autoApproveBelow`. If approvals are required, an
 * intent without an amount always needs one (contract, section 9).
 */
export const needsApproval = (policy: Policy, expectedAmount: number | undefined): boolean =>
  policy.requireApproval === true && (expectedAmount ?? Number.POSITIVE_INFINITY) >= (policy.autoApproveBelow ?? 0)
