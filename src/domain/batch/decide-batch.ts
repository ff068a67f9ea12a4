import { authorize } from './authorize.ts'
import type { Batch, BatchContext } from './batch.ts'
import { noChanges, type Changes } from './changes.ts'
import type { Outcome } from './outcome.ts'
import { isStep, type Command } from './commands.ts'
import { forceCapture } from './force-capture.ts'
import { takeStep } from './steps.ts'
import { present } from '../../lib/assert.ts'
import type { LoadedCard, WorkingSet } from './working-set.ts'

export interface BatchResult {
  /** In the order of the commands. */
  readonly outcomes: Outcome[]
  readonly changes: Changes
}

/**
 * Decides commands one after the other on a working set, which it changes: each command sees what the one before it
 * spent. Pure but for that: no I/O, no clock, no randomness.
 */
export function decideBatch(set: WorkingSet, commands: readonly Command[], context: BatchContext): BatchResult {
  const changes = noChanges()
  const outcomes = commands.map((command) => decideOne({ set, changes, ...context }, command))
  return { outcomes, changes }
}

function decideOne(batch: Batch, command: Command): Outcome {
  if (isStep(command)) {
    const transaction = batch.set.transactions.get(command.transactionId)
    if (transaction?.accountId !== command.accountId) return { kind: 'refused', code: 'transaction_not_found' }
    const card = present(batch.set.cards.get(transaction.cardId), 'a transaction has its card loaded')
    return takeStep(inTimeOf(card, batch), card, { transaction, command })
  }
  const card = batch.set.cards.get(command.cardId)
  if (card?.accountId !== command.accountId) return { kind: 'refused', code: 'card_not_found' }
  const its = inTimeOf(card, batch)
  return command.kind === 'authorize' ? authorize(its, card, command) : forceCapture(its, card, command)
}

/** At the moment of the batch, or of the journal where that is ahead: the time of a customer never goes back. */
function inTimeOf({ customerId }: LoadedCard, batch: Batch): Batch {
  const { last } = present(batch.set.customers.get(customerId), 'a card has its customer loaded')
  return last.at > batch.now ? { ...batch, now: last.at } : batch
}
