import type { Policy } from '../../contract/policy.ts'
import type { EffectivePolicy } from '../decision/cascade.ts'
import type { PendingIntent } from '../entities.ts'
import { percentOf } from '../percent.ts'

export type IntentTolerancePolicy = Pick<EffectivePolicy['policy'], 'intentTolerancePercent'>
interface Expected {
  readonly expectedAmount?: number | undefined
  readonly toleranceCents?: number | undefined
  readonly tolerancePercent?: number | undefined
}

/**
 * The ceiling of an intent that is declared now: the most cents of its purchase. Undefined: the intent expects no amount. An intent that
 * needs no approval because it is below `autoApproveBelow` gets a ceiling below that, too (contract, section 9).
 */
export function declaredCeiling(intent: Expected, policy: IntentTolerancePolicy & Policy): number | undefined {
  const most = expectedMost(intent, policy)
  if (most === undefined) return undefined
  const { requireApproval, autoApproveBelow = 0 } = policy
  const isExempt = requireApproval === true && (intent.expectedAmount ?? 0) < autoApproveBelow
  return isExempt ? Math.min(most, autoApproveBelow - 1) : most
}

/**
 * The ceiling of a declared intent at a later moment, in cents. A change of the policy may have lowered the tolerance; it never raises the
 * ceiling that was fixed at the declaration.
 */
export function intentCeiling(intent: PendingIntent, policy: IntentTolerancePolicy): number | undefined {
  const most = expectedMost(intent, policy)
  return most === undefined ? undefined : Math.min(most, intent.ceiling ?? most)
}

/**
 * The cents by which a purchase may differ from the intent's expected amount: the smaller of the intent's own two tolerances, or the
 * policy's if the intent sets none.
 */
export function intentToleranceCents(intent: Expected, expectedAmount: number, policy: IntentTolerancePolicy): number {
  const { toleranceCents, tolerancePercent } = intent
  if (toleranceCents === undefined) {
    return percentOf(expectedAmount, tolerancePercent ?? policy.intentTolerancePercent)
  }
  if (tolerancePercent === undefined) return toleranceCents
  return Math.min(toleranceCents, percentOf(expectedAmount, tolerancePercent))
}

/** The intent's expected amount plus tolerance, in cents, at most the largest safe integer. Undefined: no amount is expected. */
const expectedMost = (intent: Expected, policy: IntentTolerancePolicy): number | undefined =>
  intent.expectedAmount === undefined
    ? undefined
    : Math.min(
        intent.expectedAmount + intentToleranceCents(intent, intent.expectedAmount, policy),
        Number.MAX_SAFE_INTEGER,
      )
