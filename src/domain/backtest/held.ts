import type { LoadedIntent } from '../batch/working-set.ts'
import { openAmount, type TransactionState } from '../transactions/transaction.ts'
import type { PastIncrement, PastPosting } from './past.ts'

/** A hold that is open in truth and would be open then. */
export interface Held {
  /** As it would then be. */
  state: TransactionState
  /** In truth. */
  authorized: number
  settled: number
  /** The intent that it would have matched. */
  readonly intent: LoadedIntent | null
}

export const heldAs = (state: TransactionState, intent: LoadedIntent | null): Held => ({
  state: compact(state),
  authorized: state.authorizedAmount,
  settled: state.settledAmount,
  intent,
})

/** Rules of a card's usage are all that a later step asks of a trace. */
export const compact = (state: TransactionState): TransactionState => ({
  ...state,
  reasons: [],
  trace: state.trace.filter(({ rule }) => rule === 'usage'),
})

/**
 * Cents that a capture or a reversal would then move: all that is open where it was all that was open, no more than is open where
 * it was a part, and what a capture took beyond the hold beyond the hold.
 */
export function movedThen(held: Held, { kind, amount }: Pick<PastPosting, 'kind' | 'amount'>): number {
  const open = openAmount(held.state)
  const openInTruth = Math.max(0, held.authorized - held.settled)
  if (amount < openInTruth) return Math.min(amount, open)
  return kind === 'settle' || kind === 'capture' ? open + (amount - openInTruth) : open
}

/** What a step has made of the hold in truth. */
export function follow(held: Held, past: PastPosting | PastIncrement): void {
  if (past.kind === 'settle' || past.kind === 'capture') held.settled += past.amount
  else if (past.kind === 'advise') held.authorized = past.amount
  else if (past.kind === 'reverse') held.authorized -= past.amount
  else if (past.kind === 'increment' && past.was === 'approve') held.authorized += past.amount
}
