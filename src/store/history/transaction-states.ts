import { effectivePolicy } from '../../domain/decision/cascade.ts'
import { transactionFlagsAtDecision } from '../../domain/transactions/at-authorization.ts'
import type { TransactionStepCommand } from '../../domain/batch/commands/commands.ts'
import { subscriptionAsBoundingIntent } from '../../domain/batch/working-set.ts'
import { transactionAfterStep } from '../../domain/batch/commands/steps.ts'
import { intentCeiling } from '../../domain/intents/intent-ceiling.ts'
import { incrementTransaction } from '../../domain/transactions/transaction-steps.ts'
import { matchedIntentId, type TransactionState } from '../../domain/transactions/transaction.ts'
import type { PendingIntent } from '../../domain/entities.ts'
import type { JournalHistoryEntry, StoredTransactionStep } from './history-pages.ts'
import type { PolicyReader } from './policy-reader.ts'
import { type StoredTransaction, transactionStates } from '../rows/transactions.ts'

/** Makes the command again that a transaction's stored step came from. Amounts are in cents. */
export function commandOfTransactionStep(step: StoredTransactionStep): TransactionStepCommand {
  const { kind, amount, final, decision, reasons } = step
  const of = { accountId: step.account_id, transactionId: step.transaction_id }
  if (kind === 'settle' || kind === 'capture') return { ...of, kind, amount, final: final ?? true }
  if (kind === 'advise')
    // The step does not store how many captured cents the issuer's advice had (`captured`). The advice was accepted, so it had at least the
    // cents that were captured before the step. `amount` includes captured cents, so it is used in place of the missing number.
    return {
      ...of,
      kind,
      amount,
      approved: decision !== 'decline',
      captured: amount,
      reasons: reasons ?? [],
    }
  return kind === 'expire' ? { ...of, kind } : { ...of, kind, amount }
}

/**
 * Computes the state of a transaction right before one of its steps. That state follows from the transaction and its earlier steps alone,
 * which the replay has already checked. So no states have to be kept in memory from one page of the history to the next.
 */
export function transactionStateBeforeStep(
  { transaction, step, page }: JournalHistoryEntry,
  policies: PolicyReader,
): TransactionState {
  const earlier = (page.steps.get(transaction.id) ?? []).filter(({ sequence }) => sequence < (step?.sequence ?? 0))
  return earlier.reduce((state, each) => after(state, each, { page, policies }), firstState(transaction))
}

function after(
  state: TransactionState,
  step: StoredTransactionStep,
  { page, policies }: Pick<JournalHistoryEntry, 'page'> & { policies: PolicyReader },
): TransactionState {
  const command = commandOfTransactionStep(step)
  const inputs = step.policy_version === null ? undefined : policies.inputs(step.policy_version)
  const intent = matchedBy(state, page)
  const ceiling = inputs && intent && intentCeiling(intent, effectivePolicy(inputs).policy)
  if (command.kind === 'increment') {
    if (step.decision !== 'approve') return state
    return incrementTransaction(state, command.amount, { now: step.at, intentCeiling: ceiling }).transaction
  }
  const result = transactionAfterStep(state, command, { now: step.at, intentCeiling: ceiling })
  return result === null || 'refused' in result ? state : result.transaction
}

/** The intent that a transaction matched, or the matched subscription as an intent. Undefined: the transaction matched neither. */
function matchedBy(
  state: TransactionState,
  { intents, subscriptions }: JournalHistoryEntry['page'],
): PendingIntent | undefined {
  const id = matchedIntentId(state) ?? ''
  const subscription = subscriptions.get(id)
  return subscription === undefined ? intents.get(id) : subscriptionAsBoundingIntent(subscription)
}

/** Makes the state that a transaction had right after its decision, from columns that never change. */
function firstState(row: StoredTransaction): TransactionState {
  const transaction = transactionStates.state(row)
  const { decision, type, amount, createdAt } = transaction
  const held = decision === 'approve' && type !== 'credit' ? amount : 0
  const isOver = type !== 'authorization' || (decision === 'approve' && amount === 0)
  return {
    ...transaction,
    flags: transactionFlagsAtDecision(transaction),
    status: decision === 'decline' ? 'declined' : isOver ? 'settled' : 'pending',
    authorizedAmount: type === 'authorization' ? held : 0,
    settledAmount: type === 'force_capture' ? amount : 0,
    refundedAmount: 0,
    counted: held === 0 ? [] : [[createdAt, held]],
    updatedAt: createdAt,
    settledAt: isOver ? createdAt : null,
  }
}
