import { currencyOfEngineCommand } from '../working-set.ts'
import { assertPresent } from '../../../lib/assert.ts'
import { transactionEvent } from '../../events/transaction-event.ts'
import { noTransactionFlags } from '../../decision/flags.ts'
import type { TransactionState } from '../../transactions/transaction.ts'
import { beginTransactionFromAdvice } from './advise.ts'
import type { EngineBatch } from '../batch.ts'
import type { PostCaptureOrRefundCommand } from './commands.ts'
import { recordNetworkFact, knownNetworkFactOutcome, refusalOfOtherCurrency } from './facts.ts'
import { forceCapture } from './force-capture.ts'
import { addEvents } from '../append-entry.ts'
import type { EngineCommandOutcome } from '../outcome.ts'
import { recordTransaction } from '../record-transaction.ts'
import { transactionOfCard } from '../references.ts'
import { takeTransactionStep } from './steps.ts'
import type { LoadedCard } from '../../loaded-levels.ts'

/** Records a capture or refund that has already happened. No rule is asked, so it counts even above limits. */
export function postCaptureOrRefund(
  batch: EngineBatch,
  card: LoadedCard,
  command: PostCaptureOrRefundCommand,
): EngineCommandOutcome {
  const known = knownNetworkFactOutcome(batch, command)
  if (known) return known
  const refusal = refusalOfOtherCurrency(batch, card, command)
  if (refusal) return refusal
  const posted = command.moved === 'capture' ? capture(batch, card, command) : credit(batch, card, command)
  return posted.kind === 'posted' ? recordNetworkFact(batch, card, { command, ...posted }) : posted
}

/**
 * Records a capture on its authorization, whatever the status of that authorization. If the reference is unknown, an authorization that the
 * issuer approved in stand-in is recorded first. A capture without a reference is a forced capture.
 */
function capture(batch: EngineBatch, card: LoadedCard, command: PostCaptureOrRefundCommand): EngineCommandOutcome {
  if (command.referenceHash === null) return forceCapture(batch, card, { ...command, kind: 'force_capture' })
  const transaction =
    transactionOfCard(batch.set, command) ??
    beginTransactionFromAdvice(batch, card, { ...command, approved: true, reasons: [] })
  if ('code' in transaction) return transaction
  const { accountId, amount, final } = command
  const step = { kind: 'capture', accountId, transactionId: transaction.id, amount, final } as const
  return takeTransactionStep(batch, latest(batch, card), { transaction, command: step })
}

/**
 * Records a refund on its transaction, up to the amount that is captured and not yet refunded. The rest, or all of it if the transaction is
 * unknown, becomes a credit: a transaction of its own that does not reduce what counts as spent.
 */
function credit(batch: EngineBatch, card: LoadedCard, command: PostCaptureOrRefundCommand): EngineCommandOutcome {
  const named = transactionOfCard(batch.set, command)
  const refundable = named === undefined ? 0 : named.settledAmount - named.refundedAmount
  const amount = Math.min(refundable, command.amount)
  const rest = command.amount - amount
  if (named === undefined || amount === 0)
    return { kind: 'posted', transaction: recordCredit(batch, card, { command, amount: rest }) }
  const { accountId } = command
  const step = { kind: 'refund', accountId, transactionId: named.id, amount } as const
  const refunded = takeTransactionStep(batch, card, { transaction: named, command: step })
  if (refunded.kind !== 'posted' || rest === 0) return refunded
  return { ...refunded, credit: recordCredit(batch, card, { command, amount: rest }) }
}

function recordCredit(
  batch: EngineBatch,
  card: LoadedCard,
  { command, amount }: { command: PostCaptureOrRefundCommand; amount: number },
): TransactionState {
  const { merchantMoney, merchant, networkReference } = command
  const transaction = recordTransaction(batch, card, {
    type: 'credit',
    status: 'settled',
    amount,
    authorizedAmount: 0,
    settledAmount: 0,
    currency: currencyOfEngineCommand(batch.set, card, command),
    merchantMoney,
    merchant,
    networkReference,
    referenceHash: null, // the reference belongs to the authorization, which has it or may still come
    decision: 'approve',
    reasons: [],
    flags: noTransactionFlags,
    trace: [],
    shadow: null,
    attestation: 'unattested',
    intentId: null,
    settledAt: batch.now,
    counted: [],
  })
  addEvents(batch, transaction.sequence, [transactionEvent('transaction.refunded', transaction)])
  return transaction
}

/** Returns the card as it is after a stand-in was recorded, which may have closed it. */
const latest = ({ set }: EngineBatch, { id }: LoadedCard): LoadedCard =>
  assertPresent(set.cards.get(id), 'the card is loaded')
