import { applyIssuerAdvice } from './commands/advise.ts'
import { authorize } from './commands/authorize.ts'
import type { EngineBatch, BatchContext } from './batch.ts'
import { noBatchChanges, type BatchChanges } from './changes.ts'
import type { EngineCommandOutcome } from './outcome.ts'
import {
  type EngineCommand,
  type DecideIntentCommand,
  isDecideIntentCommand,
  isTransactionStepCommand,
  type TransactionStepCommand,
} from './commands/commands.ts'
import { decideIntent } from './commands/decide-intent.ts'
import { declareIntent } from './commands/declare-intent.ts'
import { forceCapture } from './commands/force-capture.ts'
import { postCaptureOrRefund } from './commands/post-fact.ts'
import { takeTransactionStep } from './commands/steps.ts'
import { assertPresent } from '../../lib/assert.ts'
import type { BatchWorkingSet } from './working-set.ts'
import type { LoadedCard } from '../loaded-levels.ts'

export interface BatchResult {
  /** The outcomes of the batch's commands, in the order of the commands. */
  readonly outcomes: EngineCommandOutcome[]
  readonly changes: BatchChanges
}

/**
 * Decides commands one after the other on a working set, and changes the set: each command sees what the commands before it have spent. The
 * function has no other side effect and uses no I/O, clock or randomness.
 */
export function decideBatch(
  set: BatchWorkingSet,
  commands: readonly EngineCommand[],
  context: BatchContext,
): BatchResult {
  const changes = noBatchChanges()
  const outcomes = commands.map((command, index) => decideOne({ set, changes, command: index, ...context }, command))
  return { outcomes, changes }
}

function decideOne(batch: EngineBatch, command: EngineCommand): EngineCommandOutcome {
  if (isTransactionStepCommand(command)) {
    const transaction = batch.set.transactions.get(command.transactionId)
    if (transaction?.accountId !== command.accountId) return { kind: 'refused', code: 'transaction_not_found' }
    const { cardId, oneTimeCardId = cardId } = transaction
    const card = assertPresent(batch.set.cards.get(oneTimeCardId), 'a transaction has its card loaded')
    return takeTransactionStep(inTimeOf(card, batch), card, { transaction, command })
  }
  if (isDecideIntentCommand(command)) {
    const intent = batch.set.intentStates.get(command.intentId)
    if (intent === undefined || !isVisible(intent, command)) return { kind: 'refused', code: 'intent_not_found' }
    const card = assertPresent(batch.set.cards.get(intent.cardId), 'an intent has its card loaded')
    return decideIntent(inTimeOf(card, batch), card, { intent, command })
  }
  const card = batch.set.cards.get(command.cardId)
  if (card === undefined || !isVisible(card, command)) return { kind: 'refused', code: 'card_not_found' }
  return onCard(inTimeOf(card, batch), card, command)
}

function onCard(
  batch: EngineBatch,
  card: LoadedCard,
  command: Exclude<EngineCommand, TransactionStepCommand | DecideIntentCommand>,
): EngineCommandOutcome {
  switch (command.kind) {
    case 'authorize':
      return authorize(batch, card, command)
    case 'force_capture':
      return forceCapture(batch, card, command)
    case 'advise':
      return applyIssuerAdvice(batch, card, command)
    case 'post':
      return postCaptureOrRefund(batch, card, command)
    default:
      return declareIntent(batch, card, command)
  }
}

/**
 * Whether a command of the engine may see an object. An object of another account, or of another agent than `seesAgent`, is answered as if
 * it did not exist.
 */
function isVisible(thing: { accountId: string; agentId: string | null }, command: EngineCommand): boolean {
  const seesAgent = 'seesAgent' in command ? command.seesAgent : null
  return thing.accountId === command.accountId && (seesAgent === null || thing.agentId === seesAgent)
}

/**
 * Returns the batch, with the moment of the customer's last journal entry as `now` if that entry is later, so that a customer's time never
 * goes back.
 */
function inTimeOf({ customerId }: LoadedCard, batch: EngineBatch): EngineBatch {
  const { last } = assertPresent(batch.set.customers.get(customerId), 'a card has its customer loaded')
  return last.at > batch.now ? { ...batch, now: last.at } : batch
}
