import { assert, present } from '../../lib/assert.ts'
import { effectivePolicy } from '../cascade.ts'
import { decide } from '../decide.ts'
import { intentCeiling } from '../intent-match.ts'
import * as lifecycle from '../lifecycle.ts'
import type { TransactionState } from '../transaction.ts'
import type { Outcome } from './changes.ts'
import type { StepCommand } from './commands.ts'
import type { Batch } from './decide-batch.ts'
import { transactionEvent } from './events.ts'
import { countChanges, levelsOf, subjectOf, type LoadedCard } from './working-set.ts'

type Step<K extends StepCommand['kind']> = Extract<StepCommand, { kind: K }>

/** Takes a step of an existing transaction: increment, settle, reverse, refund, expire. */
export function takeStep(batch: Batch, command: StepCommand): Outcome {
  const transaction = batch.set.transactions.get(command.transactionId)
  if (transaction?.accountId !== command.accountId) return { kind: 'refused', code: 'transaction_not_found' }
  const card = present(batch.set.cards.get(transaction.cardId), 'a transaction has its card loaded')
  if (command.kind === 'increment') return increment(batch, card, { transaction, command })

  const step = stepResult(batch, card, { transaction, command })
  if ('refused' in step) return { kind: 'refused', code: step.refused, message: step.message }
  save(batch, card, step)
  for (const type of step.events) {
    const amount = eventAmount(type, transaction, step.transaction)
    batch.changes.events.push(transactionEvent(type, step.transaction, { amount }))
  }
  return { kind: 'posted', transaction: step.transaction }
}

function stepResult(
  batch: Batch,
  card: LoadedCard,
  { transaction, command }: { transaction: TransactionState; command: Exclude<StepCommand, Step<'increment'>> },
): lifecycle.StepResult {
  switch (command.kind) {
    case 'settle': {
      const ceiling = ceilingOfIntent(batch, card, transaction)
      return lifecycle.settle(
        transaction,
        {
          final: command.final,
          ...(command.amount === undefined ? {} : { amount: command.amount }),
          ...(ceiling === undefined ? {} : { intentCeiling: ceiling }),
        },
        batch.now,
      )
    }
    case 'reverse':
      return lifecycle.reverse(transaction, command.amount, batch.now)
    case 'refund':
      return lifecycle.refund(transaction, command.amount, batch.now)
    case 'expire':
      return lifecycle.expireHold(transaction, batch.now)
  }
}

/** The most that the intent which the transaction matched allows. */
function ceilingOfIntent({ set, now }: Batch, card: LoadedCard, transaction: TransactionState): number | undefined {
  const intent = transaction.flags.intentMatched && set.matchedIntents.get(transaction.intentId ?? '')
  if (!intent) return undefined
  const { policy } = effectivePolicy(subjectOf(set, card, now))
  return intentCeiling(intent, policy)
}

const eventAmount = (type: lifecycle.LifecycleEvent, before: TransactionState, after: TransactionState): number => {
  if (type === 'transaction.settled') return after.settledAmount
  if (type === 'transaction.refunded') return after.refundedAmount - before.refundedAmount
  return lifecycle.givenBack(before, after)
}

/** Decides the added amount like an authorization. A declined increment leaves the transaction as it was. */
function increment(
  batch: Batch,
  card: LoadedCard,
  { transaction, command }: { transaction: TransactionState; command: Step<'increment'> },
): Outcome {
  if (transaction.status !== 'pending') {
    const message = `A ${transaction.status} transaction cannot be incremented.`
    return { kind: 'refused', code: 'transaction_not_open', message }
  }
  const decision = decide(subjectOf(batch.set, card, batch.now), {
    amount: command.amount,
    currency: transaction.currency,
    merchant: transaction.merchant,
    now: batch.now,
    authorizedBefore: transaction.authorizedAmount,
  })
  if (decision.decision === 'decline') {
    const about = { amount: command.amount, reasons: decision.reasons, flags: decision.flags }
    batch.changes.events.push(transactionEvent('transaction.declined', { ...transaction, updatedAt: batch.now }, about))
    return { kind: 'decided', transaction, decision }
  }
  const raised = lifecycle.increment(transaction, command.amount, batch.now)
  save(batch, card, raised)
  return { kind: 'decided', transaction: raised.transaction, decision }
}

function save(
  { set, changes, now }: Batch,
  card: LoadedCard,
  { transaction, spendChanges }: lifecycle.StepTaken,
): void {
  assert(transaction.cardId === card.id, 'a transaction stays on its card')
  set.transactions.set(transaction.id, transaction)
  changes.changedTransactions.add(transaction.id)
  if (spendChanges.length === 0) return
  countChanges(set, card, spendChanges, now)
  for (const id of levelsOf(card)) changes.spend.add(id)
}
