import type { TransactionFlags, Reason, DecisionTraceEntry } from '../../contract/decisions.ts'
import type { CountedSpend } from '../spend/counted-amount.ts'
import type { Merchant, MerchantMoney } from '../entities.ts'

/** The decision that the shadow policies would have made about a transaction. */
export interface ShadowVerdict {
  readonly decision: 'approve' | 'decline'
  readonly reasons: readonly Reason[]
}

/** A transaction. Times are Unix milliseconds, amounts are cents. */
export interface TransactionState {
  readonly id: string
  readonly accountId: string
  readonly customerId: string
  readonly agentId: string | null
  readonly cardId: string
  /** The one-time card of `cardId` with which the purchase was made. Absent: it was made with the card itself. */
  readonly oneTimeCardId?: string | undefined
  /** The cost center of the card, the agent or the customer when the transaction was decided. Absent: none had one. */
  readonly costCenter?: string | undefined
  readonly intentId: string | null
  /** The subscription that the purchase matched. Absent: it matched none. */
  readonly subscriptionId?: string | undefined
  /** The number of the transaction's decision in the customer's journal, which has no gaps. */
  readonly sequence: number
  readonly type: 'authorization' | 'force_capture' | 'credit'
  readonly status: 'pending' | 'settled' | 'declined' | 'reversed' | 'expired'
  /** The cents that the transaction's first request asked for. */
  readonly amount: number
  /** The cents that are authorized now. Increments raise them, reversals lower them, and settlement does not change them. */
  readonly authorizedAmount: number
  readonly settledAmount: number
  readonly refundedAmount: number
  readonly currency: string
  /** The amount that the merchant asked for in its own currency. Null: the network did not say. No rule reads it. */
  readonly merchantMoney: MerchantMoney | null
  readonly merchant: Merchant
  readonly decision: 'approve' | 'decline'
  readonly reasons: readonly Reason[]
  readonly flags: TransactionFlags
  /** True: the cardholder was authenticated (3-D Secure) before the purchase was authorized. */
  readonly authenticated?: true | undefined
  readonly trace: readonly DecisionTraceEntry[]
  /** The verdict of the shadow policies. Null: no level had a shadow policy. */
  readonly shadow: ShadowVerdict | null
  readonly attestation: 'attested' | 'stale' | 'unattested'
  /** The network reference as the network sent it, for display. Look-ups compare `referenceHash`. */
  readonly networkReference: string | null
  readonly referenceHash: string | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly settledAt: number | null
  readonly expiresAt: number
  /** The amounts of the transaction that count as spent, each with its moment, oldest first. */
  readonly counted: readonly CountedSpend[]
}

/** The id of the intent or the subscription that a transaction has matched. Null: it matched none. */
export const matchedIntentId = ({
  flags,
  intentId,
  subscriptionId,
}: Pick<TransactionState, 'flags' | 'intentId' | 'subscriptionId'>): string | null => {
  if (flags.subscriptionMatched) return subscriptionId ?? null
  return flags.intentMatched ? intentId : null
}

/** The cents that a transaction holds: they are neither captured nor reversed. */
export const heldAmount = (transaction: TransactionState): number =>
  Math.max(0, transaction.authorizedAmount - transaction.settledAmount)
