import type { Flags, Reason, TraceEntry } from '../../contract/decisions.ts'
import type { CompiledPolicy } from './compiled-policy.ts'
import type { IntentOutcome } from '../entities.ts'

/** The answer of the one function that decides: for evaluations, for the network door and for replays. */
export interface Decision {
  readonly decision: 'approve' | 'decline'
  /** Every failing rule in the fixed order; empty when approved. */
  readonly reasons: readonly Reason[]
  readonly flags: Flags
  /** Every rule that was checked, passed or not. */
  readonly trace: readonly TraceEntry[]
  readonly effective: CompiledPolicy
  /** Least room left over every cap before this spend, cents; undefined where nothing caps the spend. */
  readonly available: number | undefined
  readonly attestation: Attestation
  /** What an approval does to the card's intents; `none` for a decline. */
  readonly intent: IntentOutcome
  /** A decline that also freezes the card, by `onMissingIntent` or `onIntentMismatch`. */
  readonly freeze: 'intent_missing' | 'intent_mismatch' | undefined
}

/** Whether a grant of the card was used up lately (contract, section 10). */
export type Attestation = 'attested' | 'stale' | 'unattested'
