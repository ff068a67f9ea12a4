import type { Flags, Reason, TraceEntry } from '../../contract/decisions.ts'
import type { CountedPart } from '../spend/counted-part.ts'
import type { Merchant } from '../entities.ts'

/** What the shadow policies would have decided. */
export interface ShadowVerdict {
  readonly decision: 'approve' | 'decline'
  readonly reasons: readonly Reason[]
}

/** A transaction as the engine works with it. Times are Unix milliseconds, amounts cents. */
export interface TransactionState {
  readonly id: string
  readonly accountId: string
  readonly customerId: string
  readonly agentId: string | null
  readonly cardId: string
  readonly intentId: string | null
  /** Place among the customer's decisions, without gaps. */
  readonly sequence: number
  readonly type: 'authorization' | 'force_capture' | 'credit'
  readonly status: 'pending' | 'settled' | 'declined' | 'reversed' | 'expired'
  /** What was asked first. */
  readonly amount: number
  /** What is authorized now: raised by increments, lowered by reversals, left by settlement. */
  readonly authorizedAmount: number
  readonly settledAmount: number
  readonly refundedAmount: number
  readonly currency: string
  readonly merchant: Merchant
  readonly decision: 'approve' | 'decline'
  readonly reasons: readonly Reason[]
  readonly flags: Flags
  readonly trace: readonly TraceEntry[]
  /** Null: there was no shadow policy. */
  readonly shadow: ShadowVerdict | null
  readonly attestation: 'attested' | 'stale' | 'unattested'
  /** As it is kept; `referenceHash` is what it is compared by. */
  readonly networkReference: string | null
  readonly referenceHash: string | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly settledAt: number | null
  /** When the hold expires. */
  readonly expiresAt: number
  /** What of it counts as spent, and when, oldest first. */
  readonly counted: readonly CountedPart[]
}

/** What is held and neither captured nor given back. */
export const openAmount = (transaction: TransactionState): number =>
  Math.max(0, transaction.authorizedAmount - transaction.settledAmount)
