import type { IntentException } from '../../../contract/resources/intents/exception.ts'
import { assert } from '../../../lib/assert.ts'
import { effectivePolicy } from '../../decision/cascade.ts'
import { decidePurchase } from '../../ladder/decide.ts'
import { intentCeiling } from '../../intents/intent-ceiling.ts'
import * as facts from './issuer-advice.ts'
import * as lifecycle from '../../transactions/transaction-steps.ts'
import { LEDGER_FULL_MESSAGE } from '../../rules/ledger.ts'
import { didPurchaseConsumeCard } from '../../rules/single-use.ts'
import { matchedIntentId, heldAmount, type TransactionState } from '../../transactions/transaction.ts'
import type { EngineCommandOutcome } from '../outcome.ts'
import type { TransactionStepCommand } from './commands.ts'
import type { EngineBatch } from '../batch.ts'
import { transactionEvent } from '../../events/transaction-event.ts'
import {
  decisionInputs,
  policyDecisionInputs,
  type DecisionInputs,
  type JournalTransactionStep,
} from '../decision-inputs.ts'
import type { JournalEntry } from '../journal-entry.ts'
import { freezeAfterDecline } from './freeze-card.ts'
import { appendJournalEntry, addEvents } from '../append-entry.ts'
import { giveBackSubscriptionPeriod } from './take-period.ts'
import { changeCardAfterApprovedPurchase } from './mark-spent.ts'
import { addBudgetThresholdEvents } from '../threshold-events.ts'
import { canCountSpendExactly, recordedCard, recordedCardId, subjectOfCard } from '../working-set.ts'
import type { LoadedCard } from '../../loaded-levels.ts'

type Step<K extends TransactionStepCommand['kind']> = Extract<TransactionStepCommand, { kind: K }>
type Posting = Exclude<TransactionStepCommand, Step<'increment'>>

/**
 * Takes a step of an existing transaction. Nothing is written for a refused step, or for an advice with which the transaction already
 * agrees.
 */
export function takeTransactionStep(
  batch: EngineBatch,
  card: LoadedCard,
  { transaction, command }: { transaction: TransactionState; command: TransactionStepCommand },
): EngineCommandOutcome {
  return command.kind === 'increment'
    ? increment(batch, card, { transaction, command })
    : post(batch, card, { transaction, command })
}

/** Takes a transaction's step that is not decided by the rules: any step but an increment. */
function post(
  batch: EngineBatch,
  card: LoadedCard,
  { transaction, command }: { transaction: TransactionState; command: Posting },
): EngineCommandOutcome {
  const { now } = batch
  const expected = asksPolicy(command) ? matchedIntent(batch, card, transaction) : null
  const step = transactionAfterStep(transaction, command, { now, intentCeiling: expected?.ceiling })
  if (step === null) return { kind: 'posted', transaction }
  if ('refused' in step) return refusal(step)
  if (!canCountSpendExactly(batch.set, card, step.spendChanges)) {
    return { kind: 'refused', code: 'invalid_request', message: LEDGER_FULL_MESSAGE }
  }
  save(batch, card, step.transaction)
  giveBackSubscriptionPeriod(batch, card, step.transaction)
  const sequence = record(batch, card, transaction, {
    counted: step.spendChanges,
    kind: command.kind,
    amount: movedAmount(command, transaction, step.transaction),
    final: 'final' in command ? command.final : null,
    decision: command.kind === 'advise' ? (command.approved ? 'approve' : 'decline') : null,
    reasons: command.kind === 'advise' ? command.reasons : [],
    inputs: isExactAgain(step) ? policyDecisionInputs(subjectOfCard(batch.set, card)) : (expected?.inputs ?? null),
  })
  const why = command.kind === 'advise' && !command.approved ? { reasons: command.reasons } : {}
  const events = step.events.map((type) =>
    transactionEvent(type, step.transaction, { amount: eventAmount(type, transaction, step.transaction), ...why }),
  )
  addEvents(batch, sequence, events)
  if (isExactAgain(step))
    changeCardAfterApprovedPurchase(batch, card, { transaction: step.transaction, sequence, locksMerchant: false })
  return { kind: 'posted', transaction: step.transaction }
}

/**
 * Whether a transaction's step is compared with the ceiling of the matched intent. The ceiling depends on the policy, so the step needs it.
 */
const asksPolicy = ({ kind }: Posting): boolean => kind === 'settle' || kind === 'capture' || kind === 'advise'

const isExactAgain = ({ events }: lifecycle.TransactionStepTaken): boolean => events.includes('transaction.created')

const refusal = ({ refused, message }: lifecycle.TransactionStepRefusal): EngineCommandOutcome => ({
  kind: 'refused',
  code: refused,
  message,
})

/**
 * Returns the transaction after a step that no rule decides, or the step's refusal. Null: the transaction stays as it is. Replays call this
 * function, too.
 */
export function transactionAfterStep(
  transaction: TransactionState,
  command: Posting,
  { now, intentCeiling: ceiling }: { now: number; intentCeiling: number | undefined },
): lifecycle.TransactionStepResult | null {
  switch (command.kind) {
    case 'settle':
      return lifecycle.settleTransaction(
        transaction,
        { amount: command.amount, final: command.final, intentCeiling: ceiling },
        now,
      )
    case 'capture':
      return facts.recordIssuerCapture(
        transaction,
        { amount: command.amount, final: command.final, intentCeiling: ceiling },
        now,
      )
    case 'advise':
      return facts.transactionStepForAdvice(transaction, { ...command, intentCeiling: ceiling }, now)
    case 'reverse':
      return lifecycle.reverseTransaction(transaction, command.amount, now)
    case 'refund':
      return lifecycle.refundTransaction(transaction, command.amount, now)
    default:
      return lifecycle.expireHold(transaction, now)
  }
}

interface MatchedIntentNow {
  readonly ceiling: number | undefined
  readonly exception: IntentException | undefined
  readonly inputs: DecisionInputs
}

/**
 * The ceiling, in cents, of the intent or subscription that the transaction matched, by the present policy, and the intent's exception.
 * Null: the transaction matched none.
 */
function matchedIntent({ set }: EngineBatch, card: LoadedCard, transaction: TransactionState): MatchedIntentNow | null {
  const intent = set.matchedIntents.get(matchedIntentId(transaction) ?? '')
  if (intent === undefined) return null
  const subject = subjectOfCard(set, card)
  return {
    ceiling: intentCeiling(intent, effectivePolicy(subject).policy),
    exception: intent.exception,
    inputs: policyDecisionInputs(subject),
  }
}

function movedAmount({ kind }: Posting, before: TransactionState, after: TransactionState): number {
  if (kind === 'settle' || kind === 'capture') return after.settledAmount - before.settledAmount
  if (kind === 'advise') return after.status === 'pending' ? after.authorizedAmount : 0
  if (kind === 'reverse') return before.authorizedAmount - after.authorizedAmount
  return kind === 'refund' ? after.refundedAmount - before.refundedAmount : heldAmount(before)
}

const eventAmount = (
  type: lifecycle.TransactionLifecycleEvent,
  before: TransactionState,
  after: TransactionState,
): number => {
  if (type === 'transaction.settled') return after.settledAmount
  if (type === 'transaction.created') return after.authorizedAmount
  if (type === 'transaction.refunded') return after.refundedAmount - before.refundedAmount
  return lifecycle.releasedAmount(before, after)
}

/** Decides the added amount of an increment like an authorization. A declined increment leaves the transaction as it was. */
function increment(
  batch: EngineBatch,
  card: LoadedCard,
  { transaction, command }: { transaction: TransactionState; command: Step<'increment'> },
): EngineCommandOutcome {
  const refused = lifecycle.refuseUnlessTransactionOpen(transaction, 'incremented', batch.now)
  if (refused) return refusal(refused)
  const subject = subjectOfCard(batch.set, card)
  const { currency, merchant, authorizedAmount } = transaction
  const { ceiling, exception } = matchedIntent(batch, card, transaction) ?? {}
  const request = {
    amount: command.amount,
    currency,
    merchant,
    now: batch.now,
    authorizedBefore: authorizedAmount,
    consumedCard: didPurchaseConsumeCard(transaction) && !isParentClosed(batch, card),
    ...boundBy(transaction, command.amount, { ceiling, exception }),
  }
  const decision = decidePurchase(subject, request)
  const raised =
    decision.decision === 'approve'
      ? lifecycle.incrementTransaction(transaction, command.amount, { now: batch.now, intentCeiling: ceiling })
      : null
  const sequence = record(batch, card, transaction, {
    counted: raised?.spendChanges ?? [],
    kind: 'increment',
    amount: command.amount,
    final: null,
    decision: decision.decision,
    reasons: decision.reasons,
    inputs: decisionInputs(subject, request),
  })
  if (raised === null) {
    const about = { amount: command.amount, reasons: decision.reasons, flags: decision.flags, at: batch.now }
    addEvents(batch, sequence, [transactionEvent('transaction.declined', transaction, about)])
    freezeAfterDecline(batch, card, { freeze: decision.freeze, sequence })
    return { kind: 'decided', transaction, decision }
  }
  save(batch, card, raised.transaction)
  if (decision.flags.nearLimit)
    addBudgetThresholdEvents(batch, { subject, transaction, sequence, amount: command.amount })
  return { kind: 'decided', transaction: raised.transaction, decision }
}

/** Whether the card is a one-time card whose parent was closed. Its own purchase has closed the one-time card itself. */
const isParentClosed = ({ set }: EngineBatch, card: LoadedCard): boolean =>
  card.parentCardId !== undefined && recordedCard(set, card).status === 'closed'

/**
 * The ceiling of the matched intent, for the sum of a purchase and its increment. Without it several small increments could together exceed
 * what the intent allows.
 */
function boundBy(
  transaction: TransactionState,
  increase: number,
  { ceiling, exception }: Partial<Pick<MatchedIntentNow, 'ceiling' | 'exception'>>,
) {
  const intentId = matchedIntentId(transaction)
  if (intentId === null || ceiling === undefined) return {}
  const total = lifecycle.totalAfterIncrement(transaction, increase)
  return { boundBy: { intentId, ceiling, total, ...(exception === undefined ? {} : { exception }) } }
}

/** Appends a step of a transaction to the journal of the customer. Returns its sequence number. */
function record(
  batch: EngineBatch,
  card: LoadedCard,
  { id: transactionId, merchant }: TransactionState,
  step: Omit<JournalTransactionStep, keyof JournalEntry | 'accountId' | 'transactionId'> &
    Pick<JournalTransactionStep, 'counted'>,
): number {
  const content = { prefix: 'stp', merchant, counted: step.counted, isApproval: false } as const
  const { isApproval: _, ...entry } = appendJournalEntry(batch, card, content)
  batch.changes.steps.push({ ...step, ...entry, transactionId, accountId: card.accountId })
  return entry.sequence
}

function save({ set, changes }: EngineBatch, card: LoadedCard, transaction: TransactionState): void {
  assert(transaction.cardId === recordedCardId(card), 'a transaction stays on its card')
  set.transactions.set(transaction.id, transaction)
  changes.changedTransactions.add(transaction.id)
}
