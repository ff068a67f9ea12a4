import type { Flags, Reason, ReasonCode, TraceEntry } from '../contract/decisions.ts'
import type { Policy, PolicyLevel, Window } from '../contract/policy.ts'
import type { IntentOutcome } from './entities.ts'

/** The cascade's result: what holds and which level says so. Nested fields have dotted keys. */
export interface EffectivePolicy {
  readonly policy: Policy
  readonly sources: Readonly<Record<string, PolicyLevel>>
}

/** The answer of the one function that decides: for evaluations, for the network door and for replays. */
export interface Decision {
  readonly decision: 'approve' | 'decline'
  /** Every failing rule in the fixed order; empty when approved. */
  readonly reasons: readonly Reason[]
  readonly flags: Flags
  /** Every rule that was checked, passed or not. */
  readonly trace: readonly TraceEntry[]
  readonly effective: EffectivePolicy
  /** Least room left over every cap, cents; absent where nothing caps the spend. */
  readonly available?: number
  readonly attestation: 'attested' | 'stale' | 'unattested'
  /** What an approval does to the card's intents; `none` for a decline. */
  readonly intent: IntentOutcome
  /** A decline that also freezes the card, by `onMissingIntent` or `onIntentMismatch`. */
  readonly freeze?: 'intent_missing' | 'intent_mismatch'
}

export type { Flags, Reason, ReasonCode, TraceEntry, Window }
