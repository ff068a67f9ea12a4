import type { Flags, Reason, TraceEntry } from '../../contract/decisions.ts'
import type { CountedPart } from '../spend/counted-part.ts'
import type { Merchant } from '../entities.ts'

/** The decision that the shadow policies would have made. */
export interface ShadowVerdict {
  readonly decision: 'approve' | 'decline'
  readonly reasons: readonly Reason[]
}

/** A transaction. Times are Unix milliseconds, amounts cents. */
export interface TransactionState {
  readonly id: string
  readonly accountId: string
  readonly customerId: string
  readonly agentId: string | null
  readonly cardId: string
  readonly intentId: string | null
  /** Number of the transaction's decision in the customer's journal, without gaps. */
  readonly sequence: number
  readonly type: 'authorization' | 'force_capture' | 'credit'
  readonly status: 'pending' | 'settled' | 'declined' | 'reversed' | 'expired'
  /** Cents that the first request asked for. */
  readonly amount: number
  /** Cents authorized now: raised by increments, lowered by reversals, not changed by settlement. */
  readonly authorizedAmount: number
  readonly settledAmount: number
  readonly refundedAmount: number
  readonly currency: string
  readonly merchant: Merchant
  readonly decision: 'approve' | 'decline'
  readonly reasons: readonly Reason[]
  readonly flags: Flags
  readonly trace: readonly TraceEntry[]
  /** The verdict of the shadow policies. Null where no level had a shadow policy. */
  readonly shadow: ShadowVerdict | null
  readonly attestation: 'attested' | 'stale' | 'unattested'
  /** The network reference for display. Look-ups compare `referenceHash`. */
  readonly networkReference: string | null
  readonly referenceHash: string | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly settledAt: number | null
  /** When the hold expires. */
  readonly expiresAt: number
  /** The amounts that count as spent, each with its moment, oldest first. */
  readonly counted: readonly CountedPart[]
}

/** Cents that are held: neither captured nor reversed. */
export const openAmount = (transaction: TransactionState): number =>
  Math.max(0, transaction.authorizedAmount - transaction.settledAmount)
