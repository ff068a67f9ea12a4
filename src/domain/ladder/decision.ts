import type { TransactionFlags, Reason, DecisionTraceEntry } from '../../contract/decisions.ts'
import type { CompiledPolicy } from '../decision/compiled-policy.ts'
import type { IntentOutcome } from '../entities.ts'
import type { ExceededSubscription } from '../intents/subscription-match.ts'

/** The result of `decide`, for evaluations, authorizations and replays. */
export interface Decision {
  readonly decision: 'approve' | 'decline'
  /** The reasons of all failing rules, in the fixed order of the rules. Empty: the purchase is approved. */
  readonly reasons: readonly Reason[]
  readonly flags: TransactionFlags
  /** The findings of every rule that was checked for the decision, passed or not. */
  readonly trace: readonly DecisionTraceEntry[]
  readonly effective: CompiledPolicy
  /** The cents that were left under the tightest cap before the purchase. Undefined: no cap applies. */
  readonly available: number | undefined
  readonly attestation: NumberReadAttestation
  /** The effect of the decision on the card's intents. `none` for a decline. */
  readonly intent: IntentOutcome
  /** Why a declined purchase also freezes the card, by `onMissingIntent` or `onIntentMismatch`. Undefined: it does not. */
  readonly freeze: 'intent_missing' | 'intent_mismatch' | undefined
  /** The subscription at the purchase's merchant that does not cover the purchase, approved or declined. Undefined: there is none. */
  readonly exceeded: ExceededSubscription | undefined
}

/**
 * `attested`: a grant to read the card number was used within the attestation window (contract, section 10). `stale`: a grant was used, but
 * before that window. `unattested`: none was used.
 */
export type NumberReadAttestation = 'attested' | 'stale' | 'unattested'
