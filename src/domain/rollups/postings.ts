import type { PostingKind } from '../../contract/resources/stats/postings.ts'
import type { CountedSpend } from '../spend/counted-amount.ts'

/** The money that a journal entry moves, at the moment of the entry, in cents of its customer's currency. */
export interface PostedMoney {
  /** The cents that purchases were approved for, and that increments added. */
  readonly authorized: number
  readonly captured: number
  readonly refunded: number
  /** The cents that are held in addition. Below 0: a hold was captured, reversed or released. */
  readonly held: number
}

/** A posting: what one entry of the journal does to money. */
export interface PostedEntry extends PostedMoney {
  readonly kind: PostingKind
  /** The cents that the posting is about, never below 0. */
  readonly amount: number
}

export const plusPostedMoney = (a: PostedMoney, b: PostedMoney): PostedMoney => ({
  authorized: a.authorized + b.authorized,
  held: a.held + b.held,
  captured: a.captured + b.captured,
  refunded: a.refunded + b.refunded,
})

export const noPostedMoney: PostedMoney = { authorized: 0, captured: 0, refunded: 0, held: 0 }

export interface PostedTransaction {
  readonly type: 'authorization' | 'force_capture' | 'credit'
  readonly decision: 'approve' | 'decline'
  readonly amount: number
}

/** The posting of a transaction when it is made. Null: it moves no money, as a decline or a card check. */
export function postingOfTransaction({ type, decision, amount }: PostedTransaction): PostedEntry | null {
  if (decision === 'decline' || amount === 0) return null
  if (type === 'credit') return { ...noPostedMoney, kind: 'refund', amount, refunded: amount }
  if (type === 'force_capture') return { ...noPostedMoney, kind: 'capture', amount, captured: amount }
  return { ...noPostedMoney, kind: 'hold', amount, authorized: amount, held: amount }
}

export interface PostedStep {
  readonly kind: 'increment' | 'settle' | 'reverse' | 'refund' | 'expire' | 'advise' | 'capture'
  readonly amount: number
  /** The cents that the step adds to the spend, or subtracts from it. Null: none. */
  readonly counted: readonly CountedSpend[] | null
}

/**
 * The posting of a step. What counts as spent is what is held and captured together, so the change of what is held follows from the change of
 * what counts. Null: the step moves no money.
 */
export function postingOfStep({ kind, amount, counted }: PostedStep): PostedEntry | null {
  const change = (counted ?? []).reduce((sum, [, cents]) => sum + cents, 0)
  if (kind === 'refund') return { ...noPostedMoney, kind, amount, refunded: amount }
  const isCapture = (kind === 'settle' || kind === 'capture') && amount > 0
  if (isCapture) return { ...noPostedMoney, kind: 'capture', amount, captured: amount, held: change - amount }
  if (change === 0) return null
  if (change > 0) return { ...noPostedMoney, kind: 'hold', amount: change, authorized: change, held: change }
  return {
    ...noPostedMoney,
    kind: kind === 'reverse' || kind === 'advise' ? 'reversal' : 'release',
    amount: -change,
    held: change,
  }
}
