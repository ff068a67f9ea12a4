import type { CheckedEntry } from '../decision/trace.ts'
import type { Cap } from '../decision/caps.ts'
import type { CompiledPolicy } from '../decision/compiled-policy.ts'
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

/** What a rule says of a spend it applies to: an entry of the trace, and where it failed the words for it. */
export type Finding = CheckedEntry | Failed

export type Failed = CheckedEntry & Explanation & { readonly passed: false }

/** The words for a failure. */
export interface Explanation {
  /** One sentence for a person. */
  readonly message: string
  /** What would make this reason go away: the field and the value it needs. */
  readonly remedy: string
  /** The exact value to add to a list, where that is another than was observed. */
  readonly add?: string
  /** Whether the same spend can pass later without a change of policy. */
  readonly retryable: boolean
  /** The earliest moment at which the same spend can pass this rule, Unix milliseconds; absent where time does not help. */
  readonly retryAt?: number
}

/** One rule of the ladder. Pure. Answers nothing where it does not apply. */
export type Rule = (spending: Spending) => Finding | readonly Finding[] | undefined

/** Of each check for itself: of all together `Omit` would forget which rule has which code. */
type WithoutPassed<Entry> = Entry extends CheckedEntry ? Omit<Entry, 'passed'> : never
export type Unpassed = WithoutPassed<CheckedEntry>

/** A check that did not pass, with the words for it: made only here, as most checks pass. */
export const failed = (entry: Unpassed, words: Explanation): Failed => ({
  ...entry,
  passed: false,
  ...words,
})

/** When to try again, where time helps. */
export const retry = (retryAt: number | undefined): Pick<Explanation, 'retryable' | 'retryAt'> =>
  retryAt === undefined ? { retryable: false } : { retryable: true, retryAt }
