import { present } from '../../../lib/assert.ts'
import { transactionEvent } from '../../events/events.ts'
import { noFlags } from '../../decision/flags.ts'
import type { TransactionState } from '../../transactions/transaction.ts'
import { begin } from './advise.ts'
import type { Batch } from '../batch.ts'
import type { PostCommand } from './commands.ts'
import { keepFact, knownFact } from './facts.ts'
import { forceCapture } from './force-capture.ts'
import { tell } from '../journal.ts'
import type { Outcome } from '../outcome.ts'
import { recordTransaction } from '../record-transaction.ts'
import { ofThisCard } from '../references.ts'
import { takeStep } from './steps.ts'
import type { LoadedCard } from '../working-set.ts'

/** Posts money that has moved, wherever there is a place for it. Nothing is decided, so that limits may be exceeded by it. */
export function postFact(batch: Batch, card: LoadedCard, command: PostCommand): Outcome {
  const known = knownFact(batch, command)
  if (known) return known
  const posted = command.moved === 'capture' ? capture(batch, card, command) : credit(batch, card, command)
  return posted.kind === 'posted' ? keepFact(batch, card, { command, ...posted }) : posted
}

/** On its authorization, whatever has become of that. One that nobody has heard of is a stand-in; without a reference, it is forced. */
function capture(batch: Batch, card: LoadedCard, command: PostCommand): Outcome {
  if (command.referenceHash === null) return forceCapture(batch, card, { ...command, kind: 'force_capture' })
  const transaction = ofThisCard(batch.set, command) ?? begin(batch, card, { ...command, approved: true, reasons: [] })
  if ('code' in transaction) return transaction
  const { accountId, amount, final } = command
  const step = { kind: 'capture', accountId, transactionId: transaction.id, amount, final } as const
  return takeStep(batch, latest(batch, card), { transaction, command: step })
}

/** Returns what is captured and not yet returned. What is left, or belongs to nothing, is a credit of its own, which gives no room. */
function credit(batch: Batch, card: LoadedCard, command: PostCommand): Outcome {
  const named = ofThisCard(batch.set, command)
  const refundable = named === undefined ? 0 : named.settledAmount - named.refundedAmount
  const amount = Math.min(refundable, command.amount)
  const rest = command.amount - amount
  if (named === undefined || amount === 0)
    return { kind: 'posted', transaction: recordCredit(batch, card, { command, amount: rest }) }
  const { accountId } = command
  const step = { kind: 'refund', accountId, transactionId: named.id, amount } as const
  const refunded = takeStep(batch, card, { transaction: named, command: step })
  if (refunded.kind !== 'posted' || rest === 0) return refunded
  return { ...refunded, credit: recordCredit(batch, card, { command, amount: rest }) }
}

function recordCredit(
  batch: Batch,
  card: LoadedCard,
  { command, amount }: { command: PostCommand; amount: number },
): TransactionState {
  const { currency, merchant, networkReference } = command
  const transaction = recordTransaction(batch, card, {
    type: 'credit',
    status: 'settled',
    amount,
    authorizedAmount: 0,
    settledAmount: 0,
    currency,
    merchant,
    networkReference,
    referenceHash: null, // its authorization has it, or will
    decision: 'approve',
    reasons: [],
    flags: noFlags,
    trace: [],
    shadow: null,
    attestation: 'unattested',
    intentId: null,
    settledAt: batch.now,
    counted: [],
  })
  tell(batch, transaction.sequence, [transactionEvent('transaction.refunded', transaction)])
  return transaction
}

/** As the stand-in has left it: used up, for instance. */
const latest = ({ set }: Batch, { id }: LoadedCard): LoadedCard => present(set.cards.get(id), 'the card is loaded')
