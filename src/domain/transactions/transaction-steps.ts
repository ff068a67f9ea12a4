import { isoTimestamp } from '../../lib/clock.ts'
import { formatMoney } from '../money.ts'
import { countedSpendWithCents, type CountedSpend } from '../spend/counted-amount.ts'
import { heldAmount, type TransactionState } from './transaction.ts'

/**
 * The result of a step: the transaction after it and the changes to the counted spend, or a refusal. Steps follow the authorization of an
 * approved transaction; they are pure functions (contract, section 10).
 */
export type TransactionStepResult = TransactionStepTaken | TransactionStepRefusal

export interface TransactionStepTaken {
  readonly transaction: TransactionState
  /** The cents that the transaction's step adds to the spend, each with its moment. Negative amounts are subtracted from it. */
  readonly spendChanges: readonly CountedSpend[]
  readonly events: readonly TransactionLifecycleEvent[]
}

export type TransactionLifecycleEvent =
  | 'transaction.created'
  | 'transaction.settled'
  | 'transaction.reversed'
  | 'transaction.refunded'

export interface TransactionStepRefusal {
  readonly refused: 'transaction_not_open' | 'invalid_request'
  readonly message: string
}

export interface CaptureRequest {
  /**
   * The cents to capture. Undefined: everything that is open. An amount above what is open is accepted, because merchants do capture more
   * than was authorized.
   */
  readonly amount?: number | undefined
  /** Whether this is the last capture of the transaction. False: a partial capture, which others may follow. */
  readonly final: boolean
  /** The ceiling, in cents, of the intent that the transaction matched. Undefined: no intent with a ceiling matched. */
  readonly intentCeiling?: number | undefined
}

/** Captures an authorization. A final capture releases what was not captured. */
export function settleTransaction(
  transaction: TransactionState,
  settlement: CaptureRequest,
  now: number,
): TransactionStepResult {
  const refused = refuseUnlessTransactionOpen(transaction, 'settled', now)
  if (refused) return refused
  const changed = withCapturedAmount(transaction, settlement, now)
  const { settledAmount } = changed
  const target = settlement.final ? settledAmount : Math.max(transaction.authorizedAmount, settledAmount)
  if (!settlement.final) return recountTransactionSpend(changed, target, [])
  return recountTransactionSpend({ ...changed, status: 'settled', settledAt: now }, target, ['transaction.settled'])
}

/**
 * Returns the transaction with the given cents captured in addition. It is flagged if the captured amount exceeds the authorized amount or
 * the intent's ceiling.
 */
export function withCapturedAmount(
  transaction: TransactionState,
  { amount, intentCeiling = Number.POSITIVE_INFINITY }: Pick<CaptureRequest, 'amount' | 'intentCeiling'>,
  now: number,
): TransactionState {
  const settledAmount = transaction.settledAmount + (amount ?? heldAmount(transaction))
  const flags = {
    ...transaction.flags,
    settlementOverAuthorized:
      transaction.flags.settlementOverAuthorized || settledAmount > transaction.authorizedAmount,
    settlementOverIntent: transaction.flags.settlementOverIntent || settledAmount > intentCeiling,
  }
  return { ...transaction, settledAmount, flags, updatedAt: now }
}

/** Reverses all or part of the transaction's open amount. */
export function reverseTransaction(
  transaction: TransactionState,
  amount: number | undefined,
  now: number,
): TransactionStepResult {
  const refused = refuseUnlessTransactionOpen(transaction, 'reversed', now)
  if (refused) return refused
  const open = heldAmount(transaction)
  const given = amount ?? open
  if (given > open)
    return {
      refused: 'invalid_request',
      message: `Only ${formatMoney(open, transaction.currency)} of this authorization is open.`,
    }
  const authorizedAmount = transaction.authorizedAmount - given
  const changed = { ...transaction, authorizedAmount, updatedAt: now }
  const counted = Math.max(authorizedAmount, transaction.settledAmount)
  const reversedEvents: TransactionLifecycleEvent[] = given > 0 ? ['transaction.reversed'] : []
  if (given < open) return recountTransactionSpend(changed, counted, reversedEvents)
  return transaction.settledAmount === 0
    ? recountTransactionSpend({ ...changed, status: 'reversed' }, counted, reversedEvents)
    : recountTransactionSpend({ ...changed, status: 'settled', settledAt: now }, counted, [
        ...reversedEvents,
        'transaction.settled',
      ])
}

/** Refunds captured money. A refund does not lower the spend that limits count (contract, section 5). */
export function refundTransaction(
  transaction: TransactionState,
  amount: number | undefined,
  now: number,
): TransactionStepResult {
  if (transaction.settledAmount === 0) {
    return { refused: 'transaction_not_open', message: 'Nothing of this transaction is settled.' }
  }
  const refundable = transaction.settledAmount - transaction.refundedAmount
  if ((amount ?? 0) > refundable) {
    return {
      refused: 'invalid_request',
      message: `Only ${formatMoney(refundable, transaction.currency)} of this transaction can be refunded.`,
    }
  }
  if (refundable === 0) {
    return { refused: 'transaction_not_open', message: 'All of this transaction is refunded.' }
  }
  const refundedAmount = transaction.refundedAmount + (amount ?? refundable)
  return {
    transaction: { ...transaction, refundedAmount, updatedAt: now },
    spendChanges: [],
    events: ['transaction.refunded'],
  }
}

/**
 * Ends a hold that was not settled in time. Cents that were captured stay captured, and the transaction is then settled. If nothing was
 * captured, the status is `expired`. The event is then `transaction.reversed`, because an expiry lowers the counted spend like a reversal.
 */
export function expireHold(transaction: TransactionState, now: number): TransactionStepResult {
  if (transaction.status !== 'pending' || now < transaction.expiresAt) return notNow(transaction, 'expired')
  const changed = { ...transaction, updatedAt: now }
  return transaction.settledAmount === 0
    ? recountTransactionSpend({ ...changed, status: 'expired' }, 0, ['transaction.reversed'])
    : recountTransactionSpend({ ...changed, status: 'settled', settledAt: now }, transaction.settledAmount, [
        'transaction.settled',
      ])
}

/**
 * Refuses a step that needs an open transaction, if the transaction is not open. A hold is over from its `expiresAt` on, whether a sweep
 * has expired it or not, so that the order of the step and the sweep does not matter.
 */
export function refuseUnlessTransactionOpen(
  transaction: TransactionState,
  step: string,
  now: number,
): TransactionStepRefusal | undefined {
  const { status, expiresAt } = transaction
  if (status !== 'pending') return notNow(transaction, step)
  if (now < expiresAt) return undefined
  return {
    refused: 'transaction_not_open',
    message: `The hold expired at ${isoTimestamp(expiresAt)} and cannot be ${step}.`,
  }
}

export interface IncrementContext {
  readonly now: number
  /** The ceiling, in cents, of the intent that the transaction matched. Undefined: no intent with a ceiling matched. */
  readonly intentCeiling?: number | undefined
}

/** Raises the hold of an open transaction. The added cents count at the moment of the increment. */
export function incrementTransaction(
  transaction: TransactionState,
  amount: number,
  { now, intentCeiling = Number.POSITIVE_INFINITY }: IncrementContext,
): TransactionStepTaken {
  const authorizedAmount = transaction.authorizedAmount + amount
  const total = totalAfterIncrement(transaction, amount)
  const intentMismatch = transaction.flags.intentMismatch || total > intentCeiling
  const flags = { ...transaction.flags, intentMismatch }
  const more = total - countedCents(transaction)
  const added = more > 0 ? [[now, more] as const] : [] // cents captured beyond the hold are counted already
  const counted = [...transaction.counted, ...added]
  const raised = { ...transaction, authorizedAmount, flags, updatedAt: now, counted }
  return { transaction: raised, spendChanges: added, events: [] }
}

/** The total cents of a purchase after an increment: the authorized amount, or the captured amount if that is larger. */
export const totalAfterIncrement = ({ authorizedAmount, settledAmount }: TransactionState, increase: number): number =>
  Math.max(authorizedAmount + increase, settledAmount)

/** The cents that a reversal or an expiry has released. */
export const releasedAmount = (before: TransactionState, after: TransactionState): number =>
  after.status === 'expired' ? heldAmount(before) : before.authorizedAmount - after.authorizedAmount

const countedCents = ({ counted }: TransactionState): number => counted.reduce((sum, [, amount]) => sum + amount, 0)

const notNow = ({ status }: TransactionState, step: string): TransactionStepRefusal => ({
  refused: 'transaction_not_open',
  message: `The transaction is ${status} and cannot be ${step}.`,
})

/**
 * Changes the transaction so that it counts `target` cents as spent. A surplus is subtracted from its latest counted parts first; missing
 * cents are added to the first part, at the moment of the authorization.
 */
export function recountTransactionSpend(
  transaction: TransactionState,
  target: number,
  events: readonly TransactionLifecycleEvent[],
): TransactionStepTaken {
  const parts: CountedSpend[] = [...transaction.counted]
  const spendChanges: CountedSpend[] = []
  let surplus = countedCents(transaction) - target
  for (let i = parts.length - 1; i >= 0 && surplus > 0; i -= 1) {
    const part = parts[i] as CountedSpend
    const taken = Math.min(part[1], surplus)
    parts[i] = countedSpendWithCents(part, part[1] - taken)
    spendChanges.push(countedSpendWithCents(part, -taken))
    surplus -= taken
  }
  if (surplus < 0) {
    const part = parts[0] ?? [transaction.createdAt, 0]
    parts[0] = countedSpendWithCents(part, part[1] - surplus)
    spendChanges.push(countedSpendWithCents(part, -surplus))
  }
  return { transaction: { ...transaction, counted: parts }, spendChanges, events }
}
