import { MINUTE_MS } from '../../lib/clock.ts'
import type { Policy } from '../../contract/policy.ts'

/**
 * Whether the policy requires approvals, and the expected amount, in cents, is not below `autoApproveBelow`. If approvals are required, an
 * intent without an amount always needs one (contract, section 9).
 */
export const intentNeedsApproval = (policy: Policy, expectedAmount: number | undefined): boolean =>
  policy.requireApproval === true && (expectedAmount ?? Number.POSITIVE_INFINITY) >= (policy.autoApproveBelow ?? 0)

const WAIT_MINUTES = 1440

/** Until when somebody may decide about an intent or a subscription that waits since the moment `since`. Both are Unix milliseconds. */
export const approvalDecidableUntil = (since: number): number => since + WAIT_MINUTES * MINUTE_MS

/** How many minutes after an approval the purchase of an intent can be made, if the approver says nothing else. */
export const declaredValidMinutesOfIntent = ({
  ttlMinutes,
  validMinutes = ttlMinutes,
}: {
  readonly ttlMinutes: number
  readonly validMinutes?: number | undefined
}): number => validMinutes

/** How many minutes after its approval the purchase of an approved intent could be made. Both times are Unix milliseconds. */
export const grantedValidMinutesOfIntent = (approvedAt: number, expiresAt: number): number =>
  (expiresAt - approvedAt) / MINUTE_MS
