import { timestamp } from '../../lib/clock.ts'
import { withAmount, type CountedPart } from '../spend/counted-part.ts'
import { openAmount, type TransactionState } from './transaction.ts'

/**
 * The steps of an approved transaction after its authorization, as pure functions (contract, section 10).
 * A step answers the transaction as it stands after it and how what counts as spent changes, or a refusal.
 */
export type StepResult = StepTaken | StepRefused

export interface StepTaken {
  readonly transaction: TransactionState
  /** Cents to add to what was spent at a moment; negative gives room back. */
  readonly spendChanges: readonly CountedPart[]
  readonly events: readonly LifecycleEvent[]
}

export type LifecycleEvent =
  | 'transaction.created'
  | 'transaction.settled'
  | 'transaction.reversed'
  | 'transaction.refunded'

export interface StepRefused {
  readonly refused: 'transaction_not_open' | 'invalid_request'
  readonly message: string
}

export interface Settlement {
  /** Default: what is open. More than that is accepted: networks do it. */
  readonly amount?: number | undefined
  /** False for a partial capture that others follow. */
  readonly final: boolean
  /** Most that the matched intent allows, if one matched. */
  readonly intentCeiling?: number | undefined
}

/** Captures an authorization. A final capture gives back what was not captured. */
export function settle(transaction: TransactionState, settlement: Settlement, now: number): StepResult {
  const refused = refuseUnlessOpen(transaction, 'settled', now)
  if (refused) return refused
  const changed = withCaptured(transaction, settlement, now)
  const { settledAmount } = changed
  const target = settlement.final ? settledAmount : Math.max(transaction.authorizedAmount, settledAmount)
  if (!settlement.final) return recount(changed, target, [])
  return recount({ ...changed, status: 'settled', settledAt: now }, target, ['transaction.settled'])
}

/** With more captured, and flagged where that is more than it should be. */
export function withCaptured(
  transaction: TransactionState,
  { amount, intentCeiling = Number.POSITIVE_INFINITY }: Pick<Settlement, 'amount' | 'intentCeiling'>,
  now: number,
): TransactionState {
  const settledAmount = transaction.settledAmount + (amount ?? openAmount(transaction))
  const flags = {
    ...transaction.flags,
    settlementOverAuthorized:
      transaction.flags.settlementOverAuthorized || settledAmount > transaction.authorizedAmount,
    settlementOverIntent: transaction.flags.settlementOverIntent || settledAmount > intentCeiling,
  }
  return { ...transaction, settledAmount, flags, updatedAt: now }
}

/** Gives back what is open, whole or in part. */
export function reverse(transaction: TransactionState, amount: number | undefined, now: number): StepResult {
  const refused = refuseUnlessOpen(transaction, 'reversed', now)
  if (refused) return refused
  const open = openAmount(transaction)
  const given = amount ?? open
  if (given > open) return { refused: 'invalid_request', message: `Only ${open} cents of this authorization are open.` }
  const authorizedAmount = transaction.authorizedAmount - given
  const changed = { ...transaction, authorizedAmount, updatedAt: now }
  const counted = Math.max(authorizedAmount, transaction.settledAmount)
  const told: LifecycleEvent[] = given > 0 ? ['transaction.reversed'] : [] // nothing is open when all is captured
  if (given < open) return recount(changed, counted, told)
  return transaction.settledAmount === 0
    ? recount({ ...changed, status: 'reversed' }, counted, told)
    : recount({ ...changed, status: 'settled', settledAt: now }, counted, [...told, 'transaction.settled'])
}

/** Returns settled money. It gives no room back (contract, section 5). */
export function refund(transaction: TransactionState, amount: number | undefined, now: number): StepResult {
  if (transaction.settledAmount === 0) {
    return { refused: 'transaction_not_open', message: 'Nothing of this transaction is settled.' }
  }
  const refundable = transaction.settledAmount - transaction.refundedAmount
  if ((amount ?? 0) > refundable) {
    return { refused: 'invalid_request', message: `Only ${refundable} cents of this transaction can be refunded.` }
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
 * Ends a hold that was not settled in time. What was captured stays captured, and the transaction is then settled.
 * Told as `transaction.reversed` with the status `expired`: for the customer it gives room back like a reversal.
 */
export function expireHold(transaction: TransactionState, now: number): StepResult {
  if (transaction.status !== 'pending' || now < transaction.expiresAt) return notNow(transaction, 'expired')
  const changed = { ...transaction, updatedAt: now }
  return transaction.settledAmount === 0
    ? recount({ ...changed, status: 'expired' }, 0, ['transaction.reversed'])
    : recount({ ...changed, status: 'settled', settledAt: now }, transaction.settledAmount, ['transaction.settled'])
}

/**
 * The refusal of a step that needs an open transaction, where it is not open. From its `expiresAt` on a hold is over, swept
 * or not: which comes first, the step or the sweep, must not matter.
 */
export function refuseUnlessOpen(transaction: TransactionState, step: string, now: number): StepRefused | undefined {
  const { status, expiresAt } = transaction
  if (status !== 'pending') return notNow(transaction, step)
  if (now < expiresAt) return undefined
  return {
    refused: 'transaction_not_open',
    message: `The hold expired at ${timestamp(expiresAt)} and cannot be ${step}.`,
  }
}

export interface Increment {
  readonly now: number
  /** Most that the matched intent allows, if one matched. */
  readonly intentCeiling?: number | undefined
}

/** Holds more on an open transaction. Counted at the moment of the increment, like any approval. */
export function increment(
  transaction: TransactionState,
  amount: number,
  { now, intentCeiling = Number.POSITIVE_INFINITY }: Increment,
): StepTaken {
  const authorizedAmount = transaction.authorizedAmount + amount
  const total = totalAfter(transaction, amount)
  const intentMismatch = transaction.flags.intentMismatch || total > intentCeiling
  const flags = { ...transaction.flags, intentMismatch }
  const more = total - countedCents(transaction)
  const added = more > 0 ? [[now, more] as const] : [] // a capture beyond the hold was counted before
  const counted = [...transaction.counted, ...added]
  const raised = { ...transaction, authorizedAmount, flags, updatedAt: now, counted }
  return { transaction: raised, spendChanges: added, events: [] }
}

/** Cents that the whole purchase comes to with an increment: what is held, or what was captured beyond that. */
export const totalAfter = ({ authorizedAmount, settledAmount }: TransactionState, increase: number): number =>
  Math.max(authorizedAmount + increase, settledAmount)

/** Cents that a reversal or an expiry has returned. */
export const givenBack = (before: TransactionState, after: TransactionState): number =>
  after.status === 'expired' ? openAmount(before) : before.authorizedAmount - after.authorizedAmount

const countedCents = ({ counted }: TransactionState): number => counted.reduce((sum, [, amount]) => sum + amount, 0)

const notNow = ({ status }: TransactionState, step: string): StepRefused => ({
  refused: 'transaction_not_open',
  message: `The transaction is ${status} and cannot be ${step}.`,
})

/**
 * Makes the transaction count `target` cents: taken back from its latest parts first, added at its first part, which
 * is the moment of the authorization.
 */
export function recount(transaction: TransactionState, target: number, events: readonly LifecycleEvent[]): StepTaken {
  const parts: CountedPart[] = [...transaction.counted]
  const spendChanges: CountedPart[] = []
  let surplus = countedCents(transaction) - target
  for (let i = parts.length - 1; i >= 0 && surplus > 0; i -= 1) {
    const part = parts[i] as CountedPart
    const taken = Math.min(part[1], surplus)
    parts[i] = withAmount(part, part[1] - taken)
    spendChanges.push(withAmount(part, -taken))
    surplus -= taken
  }
  if (surplus < 0) {
    const part = parts[0] ?? [transaction.createdAt, 0]
    parts[0] = withAmount(part, part[1] - surplus)
    spendChanges.push(withAmount(part, -surplus))
  }
  return { transaction: { ...transaction, counted: parts }, spendChanges, events }
}
