import type { Changes } from './changes.ts'
import type { WorkingSet } from './working-set.ts'

/** What a batch gets from outside, so that the same inputs always give the same result. */
export interface BatchContext {
  /** Unix milliseconds, one moment for the whole batch: that of its decision. No other change of its customers comes between. */
  readonly now: number
  /** How long a hold lasts. */
  readonly holdMs: number
  readonly newTransactionId: () => string
}

/** One batch at work. */
export interface Batch extends BatchContext {
  readonly set: WorkingSet
  readonly changes: Changes
}
