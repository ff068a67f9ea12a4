import type { AuditedAct } from '../domain/audit/audited-act.ts'
import type { EngineCommandOutcome } from '../domain/batch/outcome.ts'
import type { TracedBatchWait } from '../lib/tracing.ts'
import type { IdempotencyClaim } from '../store/requests/idempotency.ts'
import type { LocatedEngineCommand } from '../store/journal/load.ts'

/** The Idempotency-Key of a command. `render` makes the reply from the outcome; the reply is stored in the same commit as the outcome. */
export interface IdempotentClaim extends IdempotencyClaim {
  render(outcome: EngineCommandOutcome): RenderedEngineReply
}

/** The reply to a command under an Idempotency-Key. Its status and text are both stored and sent. */
export interface RenderedEngineReply {
  readonly status: number
  readonly body: string
}

/** A command that was submitted to the engine, with everything that its batch needs. */
export interface SubmittedEngineCommand extends LocatedEngineCommand {
  /** The operation and the caller of the command. The events and audit entries of its changes name them. */
  readonly act: AuditedAct
  readonly claim: IdempotentClaim | null
  /** A command's wait for its batch, with its span for tracing. Absent: the command comes from no traced request. */
  readonly wait?: TracedBatchWait | undefined
}

/** The answer that the caller of a submitted command gets. */
export type EngineAnswer =
  /** The command was decided. `rendered`: the reply that was stored under the command's Idempotency-Key. */
  | { readonly kind: 'outcome'; readonly outcome: EngineCommandOutcome; readonly rendered?: RenderedEngineReply }
  /** The Idempotency-Key was used before with the same body. This is the reply to the first request. */
  | { readonly kind: 'replayed'; readonly status: number; readonly body: string }
  /** The Idempotency-Key was used before with another body. */
  | { readonly kind: 'key_reused' }

/** A submitted command with the promise of its caller. Exactly one of `resolve` and `reject` must be called. */
export interface QueuedEngineCommand extends SubmittedEngineCommand {
  /** When the command was submitted, in milliseconds of the batcher's `nowMs`. */
  readonly sinceMs: number
  resolve(answer: EngineAnswer): void
  reject(error: Error): void
}
