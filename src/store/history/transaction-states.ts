import { effectivePolicy } from '../../domain/cascade.ts'
import { flagsAsDecided } from '../../domain/batch/at-authorization.ts'
import type { StepCommand } from '../../domain/batch/commands.ts'
import { nextState } from '../../domain/batch/steps.ts'
import { intentCeiling } from '../../domain/intent-ceiling.ts'
import { increment } from '../../domain/lifecycle.ts'
import type { TransactionState } from '../../domain/transaction.ts'
import type { HistoryEntry, StoredStep } from './history-pages.ts'
import type { PolicyReader } from './policy-reader.ts'
import { transactionState } from '../transaction-state.ts'
import type { StoredTransaction } from '../transactions.ts'

/** The command that a step was, with the cents that it moved. */
export function commandOf({ kind, amount, final, account_id, transaction_id }: StoredStep): StepCommand {
  const of = { accountId: account_id, transactionId: transaction_id }
  if (kind === 'settle') return { ...of, kind, amount, final: final ?? true }
  return kind === 'expire' ? { ...of, kind } : { ...of, kind, amount }
}

/**
 * The state of a transaction right before one of its steps. It follows from the transaction and its own earlier steps
 * alone, which the replay has already checked: nothing has to be kept in memory from one page of the history to the next.
 */
export function stateBefore({ transaction, step, page }: HistoryEntry, policies: PolicyReader): TransactionState {
  const earlier = (page.steps.get(transaction.id) ?? []).filter(({ sequence }) => sequence < (step?.sequence ?? 0))
  return earlier.reduce((state, each) => after(state, each, { page, policies }), firstState(transaction))
}

function after(
  state: TransactionState,
  step: StoredStep,
  { page, policies }: Pick<HistoryEntry, 'page'> & { policies: PolicyReader },
): TransactionState {
  const command = commandOf(step)
  const inputs = step.policy_version === null ? undefined : policies.inputs(step.policy_version)
  const intent = state.flags.intentMatched ? page.intents.get(state.intentId ?? '') : undefined
  const ceiling = inputs && intent && intentCeiling(intent, effectivePolicy(inputs).policy)
  if (command.kind === 'increment') {
    if (step.decision !== 'approve') return state
    return increment(state, command.amount, { now: step.at, intentCeiling: ceiling }).transaction
  }
  const result = nextState(state, command, { now: step.at, intentCeiling: ceiling })
  return 'refused' in result ? state : result.transaction
}

/** A transaction as it was made, from what never changes of it. */
function firstState(row: StoredTransaction): TransactionState {
  const { decision, type, amount, createdAt, flags, ...rest } = transactionState(row)
  const isCapture = type === 'force_capture'
  const held = decision === 'approve' ? amount : 0
  const isOver = isCapture || (decision === 'approve' && amount === 0)
  return {
    ...rest,
    decision,
    type,
    amount,
    createdAt,
    flags: flagsAsDecided(flags),
    status: decision === 'decline' ? 'declined' : isOver ? 'settled' : 'pending',
    authorizedAmount: isCapture ? 0 : held,
    settledAmount: isCapture ? amount : 0,
    refundedAmount: 0,
    counted: held === 0 ? [] : [[createdAt, held]],
    updatedAt: createdAt,
    settledAt: isOver ? createdAt : null,
  }
}
