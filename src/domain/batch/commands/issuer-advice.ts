import { lifecycleAllowsStatusChange } from '../../lifecycles/moves.ts'
import { transactionLifecycle } from '../../lifecycles/transaction.ts'
import {
  incrementTransaction,
  recountTransactionSpend,
  settleTransaction,
  withCapturedAmount,
  type CaptureRequest,
  type TransactionStepTaken,
} from '../../transactions/transaction-steps.ts'
import { heldAmount, type TransactionState } from '../../transactions/transaction.ts'

/** An issuer's advice about an authorization: how many cents the issuer holds, or that the issuer declined. */
export interface IssuerAdvice {
  readonly approved: boolean
  /** The cents that the issuer holds now, captured cents included, if it approved. */
  readonly amount: number
  /** The cents that were captured at the time of the advice. Undefined: the issuer does not say. */
  readonly captured?: number | undefined
  /** The ceiling, in cents, of the intent that the transaction matched. Undefined: no intent with a ceiling matched. */
  readonly intentCeiling?: number | undefined
}

/**
 * Brings a transaction in line with what the issuer did. Null: the transaction already agrees, or the advice is about a hold that is over,
 * because it was captured or its `expiresAt` has passed, even if no sweep has expired it yet. Unlike the steps of `transaction-steps.ts`,
 * an advice is never refused.
 */
export function transactionStepForAdvice(
  transaction: TransactionState,
  advised: IssuerAdvice,
  now: number,
): TransactionStepTaken | null {
  const { status, authorizedAmount, expiresAt } = transaction
  if (now >= expiresAt) return null
  const held = advised.approved ? advised.amount : 0
  if (status === 'pending') {
    if (held > authorizedAmount) return raise(transaction, held - authorizedAmount, { ...advised, now })
    return held < authorizedAmount ? lower(transaction, { ...advised, held, now }) : null
  }
  if (held === 0 || !lifecycleAllowsStatusChange(transactionLifecycle, status, 'pending')) return null
  return status === 'settled' && !goesOn(transaction, advised) ? null : holdAgain(transaction, held, now)
}

/**
 * Whether an issuer's advice says that the issuer holds more after a partial capture. `captured` are the cents that the advice knows as
 * captured. An advice that was made before the latest capture has fewer of them than the transaction, and does not count.
 */
const goesOn = ({ settledAmount }: TransactionState, { amount, captured = 0 }: IssuerAdvice): boolean =>
  settledAmount > 0 && captured >= settledAmount && amount > settledAmount

/**
 * Records an issuer's capture. While the hold lasts, the capture is a settlement. If the hold is over, the capture is recorded on the same
 * transaction, counted at the moment of the authorization, and flagged as forced. So the spend is the same whether Purser learns first of
 * the end of the hold or of the capture.
 */
export function recordIssuerCapture(
  transaction: TransactionState,
  settlement: CaptureRequest,
  now: number,
): TransactionStepTaken {
  const settled = settleTransaction(transaction, settlement, now)
  if (!('refused' in settled)) return settled
  const captured = withCapturedAmount(transaction, settlement, now)
  const flags = { ...captured.flags, forcedCapture: true }
  const late = { ...captured, flags, status: 'settled' as const, settledAt: transaction.settledAt ?? now }
  return recountTransactionSpend(late, late.settledAmount, ['transaction.settled'])
}

/** Raises the hold to what the issuer holds. The added cents count at the moment of the advice, as they would for an increment. */
function raise(
  transaction: TransactionState,
  more: number,
  { now, intentCeiling }: Pick<IssuerAdvice, 'intentCeiling'> & { now: number },
): TransactionStepTaken {
  const { transaction: raised, spendChanges } = incrementTransaction(transaction, more, { now, intentCeiling })
  return { transaction: { ...raised, flags: { ...raised.flags, standIn: true } }, spendChanges, events: [] }
}

/** Releases the cents that the issuer no longer holds. Captured amounts stay captured. */
function lower(
  transaction: TransactionState,
  { approved, held, now }: Pick<IssuerAdvice, 'approved'> & { held: number; now: number },
): TransactionStepTaken {
  const { flags, settledAmount } = transaction
  const given = Math.min(transaction.authorizedAmount - held, heldAmount(transaction))
  const authorizedAmount = transaction.authorizedAmount - given
  const counted = Math.max(authorizedAmount, settledAmount)
  const reversedEvents = given > 0 ? (['transaction.reversed'] as const) : []
  const changed = {
    ...transaction,
    authorizedAmount,
    flags: approved ? flags : { ...flags, issuerDeclined: true },
    updatedAt: now,
  }
  if (authorizedAmount > settledAmount) return recountTransactionSpend(changed, counted, reversedEvents)
  return settledAmount === 0
    ? recountTransactionSpend({ ...changed, status: 'reversed' }, counted, reversedEvents)
    : recountTransactionSpend({ ...changed, status: 'settled', settledAt: now }, counted, [
        ...reversedEvents,
        'transaction.settled',
      ])
}

/** Holds an amount again, because the issuer holds it again. The amount counts at the moment of the authorization. */
function holdAgain(transaction: TransactionState, held: number, now: number): TransactionStepTaken {
  const flags = { ...transaction.flags, standIn: true }
  const again = {
    ...transaction,
    status: 'pending' as const,
    authorizedAmount: held,
    flags,
    updatedAt: now,
    settledAt: null,
  }
  return recountTransactionSpend(again, held, ['transaction.created'])
}
