import type { LoadedIntent } from '../intents/loaded-intent.ts'
import { heldAmount, type TransactionState } from '../transactions/transaction.ts'
import type { PastIncrement, PastTransactionStep } from './past.ts'

/** A hold that is open both in reality (as the journal records it) and in a backtest's simulation. */
export interface SimulatedHold {
  /** The hold's transaction as it is in the backtest's simulation. */
  state: TransactionState
  /** The cents of the hold that were authorized and captured in reality, whatever the backtest's simulation has authorized and captured. */
  authorized: number
  settled: number
  /** The intent that the simulated purchase of the backtest matched. */
  readonly intent: LoadedIntent | null
}

export const simulatedHold = (state: TransactionState, intent: LoadedIntent | null): SimulatedHold => ({
  state: compactSimulatedTransaction(state),
  authorized: state.authorizedAmount,
  settled: state.settledAmount,
  intent,
})

/**
 * Returns a backtest's transaction without reasons and with a reduced trace, to save memory. Later steps read only the entries of the trace
 * about `usage`.
 */
export const compactSimulatedTransaction = (state: TransactionState): TransactionState => ({
  ...state,
  reasons: [],
  trace: state.trace.filter(({ rule }) => rule === 'usage'),
})

/**
 * How many cents a recorded capture or reversal moves in a backtest. If the recorded step took all cents that were open in reality, it
 * takes all that are open in the simulation. A smaller step takes its own amount, but at most what is open in the simulation. Cents that
 * were captured beyond the real hold are also captured beyond the simulated hold.
 */
export function simulatedAmount(
  held: SimulatedHold,
  { kind, amount }: Pick<PastTransactionStep, 'kind' | 'amount'>,
): number {
  const open = heldAmount(held.state)
  const openInTruth = Math.max(0, held.authorized - held.settled)
  if (amount < openInTruth) return Math.min(amount, open)
  return kind === 'settle' || kind === 'capture' ? open + (amount - openInTruth) : open
}

/** Applies a recorded step to the amounts that a backtest's hold had in reality. */
export function recordActualHoldStep(held: SimulatedHold, past: PastTransactionStep | PastIncrement): void {
  if (past.kind === 'settle' || past.kind === 'capture') held.settled += past.amount
  else if (past.kind === 'advise') held.authorized = past.amount
  else if (past.kind === 'reverse') held.authorized -= past.amount
  else if (past.kind === 'increment' && past.was === 'approve') held.authorized += past.amount
}
