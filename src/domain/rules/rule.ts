import type { TraceEntry } from '../../contract/decisions.ts'
import type { Cap } from '../caps.ts'
import type { CompiledPolicy } from '../compiled-policy.ts'
import type { IntentOutcome, SpendRequest, Subject } from '../entities.ts'

/** Everything that a rule may look at. */
export interface Spending {
  readonly subject: Subject
  readonly request: SpendRequest
  readonly compiled: CompiledPolicy
  /** The fields of the effective policy. */
  readonly policy: CompiledPolicy['policy']
  readonly caps: readonly Cap[]
  /** What the purchase means for the card's intents. */
  readonly intent: IntentOutcome
}

/** What a rule says of a spend it applies to. */
export type Finding = Passed | Failed

export interface Passed extends TraceEntry {
  readonly passed: true
}

export interface Failed extends TraceEntry {
  readonly passed: false
  /** One sentence for a person. */
  readonly message: string
  /** What would make this reason go away: the field and the value it needs. */
  readonly remedy: string
  /** Whether the same spend can pass later without a change of policy. */
  readonly retryable: boolean
  /** The earliest moment at which the same spend can pass this rule, Unix milliseconds; absent where time does not help. */
  readonly retryAt?: number
}

/** One rule of the ladder. Pure. Answers nothing where it does not apply. */
export type Rule = (spending: Spending) => Finding | readonly Finding[] | undefined
