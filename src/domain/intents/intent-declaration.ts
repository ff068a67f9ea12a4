import { MAX_INTENT_CORRECTIONS } from '../../contract/resources/intents.ts'
import type { IntentState } from './intent.ts'

/** The fields of an intent that a correction replaces. */
export type IntentDeclaration = Pick<
  IntentState,
  'declared' | 'declaredBy' | 'ceiling' | 'requiresApproval' | 'approvalReasons' | 'autoApprovedAt' | 'expiresAt'
>

/** An intent as it was before a correction. `correctedAt`: when the correction replaced it, in Unix milliseconds. */
export interface EarlierIntentDeclaration extends IntentDeclaration {
  readonly correctedAt: number
}

/** The intent as it was declared when it had been corrected `corrections` times. */
export const intentAtCorrection = (intent: IntentState, corrections: number): IntentState => {
  const then = intent.corrections[corrections]
  if (then === undefined) return intent
  const { correctedAt: _later, ...declaration } = then
  // Earlier declarations that an older version kept have no reasons.
  const unsaid = { approvalReasons: [], autoApprovedAt: null }
  return { ...intent, ...unsaid, ...declaration, corrections: intent.corrections.slice(0, corrections) }
}

/** The intent as it is declared now, to be kept when a correction replaces it. */
export const keptIntentDeclaration = (
  { declared, declaredBy, ceiling, requiresApproval, approvalReasons, autoApprovedAt, expiresAt }: IntentState,
  correctedAt: number,
): EarlierIntentDeclaration => ({
  declared,
  declaredBy,
  ceiling,
  requiresApproval,
  approvalReasons,
  autoApprovedAt,
  expiresAt,
  correctedAt,
})

/**
 * Why an intent cannot be corrected any more, in words that end a sentence. Null: it can be (contract, section 9). `isInUse`: a card number
 * was released for it, or an issuer's challenge names it.
 */
export function whyIntentUncorrectable(
  {
    status,
    decidedBy,
    revokedBy,
    corrections,
  }: Pick<IntentState, 'status' | 'decidedBy' | 'revokedBy' | 'corrections'>,
  isInUse: boolean,
): string | null {
  if (revokedBy !== null) return 'its approval was revoked'
  if (status !== 'pending' && status !== 'pending_approval') return `it is ${status}`
  if (decidedBy !== null) return 'it was approved'
  if (isInUse) return 'its card number was released, or its purchase has begun'
  return corrections.length < MAX_INTENT_CORRECTIONS ? null : `it was corrected ${MAX_INTENT_CORRECTIONS} times`
}
