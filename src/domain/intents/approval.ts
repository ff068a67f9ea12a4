import type { Policy } from '../../contract/policy.ts'

/**
 * Whether an intent with this expected amount, in cents, needs an approval. One without an amount does (contract,
 * section 9).
 */
export const needsApproval = (policy: Policy, expectedAmount: number | undefined): boolean =>
  policy.requireApproval === true && (expectedAmount ?? Number.POSITIVE_INFINITY) >= (policy.autoApproveBelow ?? 0)
