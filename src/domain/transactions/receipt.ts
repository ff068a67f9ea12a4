import { isoTimestamp } from '../../lib/clock.ts'
import { transactionFlagsAtDecision } from './at-authorization.ts'
import { merchantMoneyAnswer } from './transaction-answer.ts'
import type { TransactionState } from './transaction.ts'

/** The approval of a purchase's intent. */
export interface ReceiptApproval {
  readonly id: string
  /** The id of the API key or the person that decided: `key_...` or `per_...`. */
  readonly decidedBy: string
  /** When the intent was approved, in Unix milliseconds. */
  readonly decidedAt: number
}

/**
 * The facts of a receipt that are not fields of the transaction. None of them changes once the transaction is decided.
 */
export interface ReceiptFacts {
  /** The last four digits of the card's number. Null: the issuer had not made the card yet. */
  readonly last4: string | null
  /** The version of the policy that decided the transaction. Null: no policy decided, because it is a forced capture or a stand-in. */
  readonly policyVersion: string | null
  readonly approval: ReceiptApproval | null
}

type ReceiptTransaction = Pick<
  TransactionState,
  | 'id'
  | 'accountId'
  | 'type'
  | 'agentId'
  | 'amount'
  | 'currency'
  | 'merchant'
  | 'merchantMoney'
  | 'decision'
  | 'reasons'
  | 'flags'
  | 'authenticated'
  | 'trace'
  | 'intentId'
  | 'sequence'
  | 'createdAt'
>

/**
 * Makes the claims of a receipt: the decision as it was made, whatever has happened to the purchase since (contract, section 16). It reads
 * no field that a later step, renaming or closing changes, so the receipt is always the same. An approval is included only if the purchase
 * matched its intent.
 */
export function receiptClaims(transaction: ReceiptTransaction, { last4, policyVersion, approval }: ReceiptFacts) {
  const { id, accountId, type, agentId, amount, currency, merchant, decision, reasons, intentId, sequence } =
    transaction
  return {
    transactionId: id,
    accountId,
    type,
    standIn: transactionFlagsAtDecision(transaction).standIn === true,
    last4,
    agentId,
    amount,
    currency,
    ...merchantMoneyAnswer(transaction.merchantMoney),
    merchant,
    decision,
    reasons,
    ...(policyVersion === null ? {} : { policyVersion }),
    ...(intentId === null ? {} : { intentId }),
    ...(approval === null || !transaction.flags.intentMatched
      ? {}
      : { approval: { ...approval, decidedAt: isoTimestamp(approval.decidedAt) } }),
    ...(transaction.authenticated ? { authenticated: true } : {}),
    sequence,
    at: isoTimestamp(transaction.createdAt),
  }
}
