import { canBecome } from '../lifecycles/moves.ts'
import { transactionLife } from '../lifecycles/transaction.ts'
import { increment, recount, settle, withCaptured, type Settlement, type StepTaken } from './transaction-steps.ts'
import { openAmount, type TransactionState } from './transaction.ts'

/** What an issuer says of an authorization: held so much, or declined. */
export interface Advised {
  readonly approved: boolean
  /** Cents that are held now, where it is approved, with what of them was captured. */
  readonly amount: number
  /** What was captured by then; absent: it does not say. */
  readonly captured?: number | undefined
  /** Most that the matched intent allows, if one matched. */
  readonly intentCeiling?: number | undefined
}

/**
 * Makes the transaction say what the issuer has done. Null: it says so already, or what is said of its hold comes too late: it is
 * captured, or its time is over, swept or not. Unlike the steps of `lifecycle.ts` it is never refused.
 */
export function advise(transaction: TransactionState, advised: Advised, now: number): StepTaken | null {
  const { status, authorizedAmount, expiresAt } = transaction
  if (now >= expiresAt) return null
  const held = advised.approved ? advised.amount : 0
  if (status === 'pending') {
    if (held > authorizedAmount) return raise(transaction, held - authorizedAmount, { ...advised, now })
    return held < authorizedAmount ? lower(transaction, { ...advised, held, now }) : null
  }
  if (held === 0 || !canBecome(transactionLife, status, 'pending')) return null
  return status === 'settled' && !goesOn(transaction, advised) ? null : holdAgain(transaction, held, now)
}

/** What is settled was captured in part: the issuer knows of all of it, and holds more. An advice of before does not know of it. */
const goesOn = ({ settledAmount }: TransactionState, { amount, captured = 0 }: Advised): boolean =>
  settledAmount > 0 && captured >= settledAmount && amount > settledAmount

/**
 * Captures what the issuer has captured: as a settlement while the hold lasts; afterwards on the same transaction, at the moment of its
 * authorization, flagged as forced. Whether the end of the hold or the capture is heard of first changes nothing that is spent.
 */
export function capture(transaction: TransactionState, settlement: Settlement, now: number): StepTaken {
  const settled = settle(transaction, settlement, now)
  if (!('refused' in settled)) return settled
  const captured = withCaptured(transaction, settlement, now)
  const flags = { ...captured.flags, forcedCapture: true }
  const late = { ...captured, flags, status: 'settled' as const, settledAt: transaction.settledAt ?? now }
  return recount(late, late.settledAmount, ['transaction.settled'])
}

/** Counts at the moment of the advice, like an increment. */
function raise(
  transaction: TransactionState,
  more: number,
  { now, intentCeiling }: Pick<Advised, 'intentCeiling'> & { now: number },
): StepTaken {
  const { transaction: raised, spendChanges } = increment(transaction, more, { now, intentCeiling })
  return { transaction: { ...raised, flags: { ...raised.flags, standIn: true } }, spendChanges, events: [] }
}

/** Gives back what the issuer no longer holds. What is captured stays captured. */
function lower(
  transaction: TransactionState,
  { approved, held, now }: Pick<Advised, 'approved'> & { held: number; now: number },
): StepTaken {
  const { flags, settledAmount } = transaction
  const given = Math.min(transaction.authorizedAmount - held, openAmount(transaction))
  const authorizedAmount = transaction.authorizedAmount - given
  const counted = Math.max(authorizedAmount, settledAmount)
  const told = given > 0 ? (['transaction.reversed'] as const) : []
  const changed = {
    ...transaction,
    authorizedAmount,
    flags: approved ? flags : { ...flags, issuerDeclined: true },
    updatedAt: now,
  }
  if (authorizedAmount > settledAmount) return recount(changed, counted, told)
  return settledAmount === 0
    ? recount({ ...changed, status: 'reversed' }, counted, told)
    : recount({ ...changed, status: 'settled', settledAt: now }, counted, [...told, 'transaction.settled'])
}

/** Counts at the moment of the authorization again. */
function holdAgain(transaction: TransactionState, held: number, now: number): StepTaken {
  const flags = { ...transaction.flags, standIn: true }
  const again = {
    ...transaction,
    status: 'pending' as const,
    authorizedAmount: held,
    flags,
    updatedAt: now,
    settledAt: null,
  }
  return recount(again, held, ['transaction.created'])
}
