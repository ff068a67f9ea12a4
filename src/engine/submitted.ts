import type { Act } from '../domain/audit/record.ts'
import type { Outcome } from '../domain/batch/outcome.ts'
import type { IdempotencyClaim } from '../store/requests/idempotency.ts'
import type { Located } from '../store/journal/load.ts'

/** An Idempotency-Key under which a command is asked, and how its outcome is answered: stored in the same commit. */
export interface Claim extends IdempotencyClaim {
  render(outcome: Outcome): Rendered
}

/** A reply as it is stored, and as it is answered. */
export interface Rendered {
  readonly status: number
  readonly body: string
}

/** A command on its way through the engine. */
export interface Submitted extends Located {
  /** Who asks: what is changed is told of them. */
  readonly act: Act
  readonly claim: Claim | null
}

export type Answer =
  /** `rendered`: the reply that was stored under the command's key. */
  | { readonly kind: 'outcome'; readonly outcome: Outcome; readonly rendered?: Rendered }
  /** The key was used before, with this body: its first reply. */
  | { readonly kind: 'replayed'; readonly status: number; readonly body: string }
  /** The key was used before, with another body. */
  | { readonly kind: 'key_reused' }

/** A command that waits for its answer. */
export interface Waiting extends Submitted {
  /** Milliseconds of the same clock as all others. */
  readonly sinceMs: number
  resolve(answer: Answer): void
  reject(error: Error): void
}
