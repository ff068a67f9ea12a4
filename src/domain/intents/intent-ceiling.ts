import type { Policy } from '../../contract/policy.ts'
import type { EffectivePolicy } from '../decision/cascade.ts'
import type { PendingIntent } from '../entities.ts'
import { percentOf } from '../money.ts'

export type Tolerating = Pick<EffectivePolicy['policy'], 'intentTolerancePercent'>
interface Expected {
  readonly expectedAmount?: number | undefined
  readonly toleranceCents?: number | undefined
  readonly tolerancePercent?: number | undefined
}

/**
 * Most cents that a purchase may come to by an intent that is declared now; undefined where it expects no amount. What
 * nobody approved, because it is below `autoApproveBelow`, stays below it (contract, section 9).
 */
export function declaredCeiling(intent: Expected, policy: Tolerating & Policy): number | undefined {
  const most = expectedMost(intent, policy)
  if (most === undefined) return undefined
  const { requireApproval, autoApproveBelow = 0 } = policy
  const isExempt = requireApproval === true && (intent.expectedAmount ?? 0) < autoApproveBelow
  return isExempt ? Math.min(most, autoApproveBelow - 1) : most
}

/**
 * The same for a declared intent at a later moment: a change of policy may have made the tolerance smaller, and never lets a
 * purchase come to more than was fixed.
 */
export function intentCeiling(intent: PendingIntent, policy: Tolerating): number | undefined {
  const most = expectedMost(intent, policy)
  return most === undefined ? undefined : Math.min(most, intent.ceiling ?? most)
}

/** Cents by which a purchase may differ: the intent's own tolerance, the smaller of two; else the policy's. */
export function allowance(intent: Expected, expectedAmount: number, policy: Tolerating): number {
  const { toleranceCents, tolerancePercent } = intent
  if (toleranceCents === undefined) {
    return percentOf(expectedAmount, tolerancePercent ?? policy.intentTolerancePercent)
  }
  if (tolerancePercent === undefined) return toleranceCents
  return Math.min(toleranceCents, percentOf(expectedAmount, tolerancePercent))
}

/** No amount is larger than the largest, so a larger sum allows no more. */
const expectedMost = (intent: Expected, policy: Tolerating): number | undefined =>
  intent.expectedAmount === undefined
    ? undefined
    : Math.min(intent.expectedAmount + allowance(intent, intent.expectedAmount, policy), Number.MAX_SAFE_INTEGER)
