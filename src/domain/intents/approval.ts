import type { Policy } from '../../contract/policy.ts'

/**
 * True: the policy requires approvals, and this expected amount, in cents, is not below `autoApproveBelow`. Where approvals are required,
 * an intent without an amount always needs one (contract, section 9).
 */
export const needsApproval = (policy: Policy, expectedAmount: number | undefined): boolean =>
  policy.requireApproval === true && (expectedAmount ?? Number.POSITIVE_INFINITY) >= (policy.autoApproveBelow ?? 0)
