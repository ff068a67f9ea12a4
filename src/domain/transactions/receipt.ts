import { timestamp } from '../../lib/clock.ts'
import { flagsAsDecided } from '../batch/at-authorization.ts'
import type { TransactionState } from './transaction.ts'

/** Who approved the intent of a purchase. */
export interface ReceiptApproval {
  readonly id: string
  /** `key_...` or `per_...` */
  readonly decidedBy: string
  /** Unix milliseconds. */
  readonly decidedAt: number
}

/** What stands beside the transaction. None of it changes once the transaction is decided. */
export interface ReceiptFacts {
  /** Null where its issuer had not made the card. */
  readonly last4: string | null
  /** Null where no policy was asked: a forced capture, or what an issuer held without asking. */
  readonly policyVersion: string | null
  readonly approval: ReceiptApproval | null
}

type Decided = Pick<
  TransactionState,
  | 'id'
  | 'accountId'
  | 'type'
  | 'agentId'
  | 'amount'
  | 'currency'
  | 'merchant'
  | 'decision'
  | 'reasons'
  | 'flags'
  | 'trace'
  | 'intentId'
  | 'sequence'
  | 'createdAt'
>

/**
 * What a receipt says: the decision as it was made, whatever became of the purchase since (contract, section 16). Nothing
 * of it is read that a later step, rename or close changes, so that it is the same whenever it is asked for. An approval
 * is of a purchase that matched its intent: of another one it says nothing.
 */
export function receiptClaims(decided: Decided, { last4, policyVersion, approval }: ReceiptFacts) {
  const { id, accountId, type, agentId, amount, currency, merchant, decision, reasons, intentId, sequence } = decided
  return {
    transactionId: id,
    accountId,
    type,
    standIn: flagsAsDecided(decided).standIn === true,
    last4,
    agentId,
    amount,
    currency,
    merchant,
    decision,
    reasons,
    ...(policyVersion === null ? {} : { policyVersion }),
    ...(intentId === null ? {} : { intentId }),
    ...(approval === null || !decided.flags.intentMatched
      ? {}
      : { approval: { ...approval, decidedAt: timestamp(approval.decidedAt) } }),
    sequence,
    at: timestamp(decided.createdAt),
  }
}
