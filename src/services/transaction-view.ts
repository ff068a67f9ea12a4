import type { AuthorizationAnswer, Transaction } from '../contract/transactions.ts'
import type { TransactionState } from '../domain/transaction.ts'
import { timestamp } from '../lib/clock.ts'

/** A transaction as the API shows it. A stored row becomes a `TransactionState` first: `store/transaction-state.ts`. */
export function transactionView(
  transaction: Omit<TransactionState, 'trace' | 'counted' | 'referenceHash'>,
): Transaction {
  const { intentId, networkReference, settledAt } = transaction
  return {
    id: transaction.id,
    customerId: transaction.customerId,
    agentId: transaction.agentId,
    cardId: transaction.cardId,
    ...(intentId === null ? {} : { intentId }),
    type: transaction.type,
    status: transaction.status,
    amount: transaction.amount,
    authorizedAmount: transaction.authorizedAmount,
    settledAmount: transaction.settledAmount,
    refundedAmount: transaction.refundedAmount,
    currency: transaction.currency,
    merchant: transaction.merchant,
    decision: transaction.decision,
    reasons: transaction.reasons as Transaction['reasons'],
    flags: transaction.flags,
    attestation: transaction.attestation,
    ...(networkReference === null ? {} : { networkReference }),
    createdAt: timestamp(transaction.createdAt),
    updatedAt: timestamp(transaction.updatedAt),
    ...(settledAt === null ? {} : { settledAt: timestamp(settledAt) }),
  }
}

/** The answer of the network door to an authorization or an increment. */
export const authorizationAnswer = (
  transaction: TransactionState,
  { decision, reasons, flags }: Pick<TransactionState, 'decision' | 'reasons' | 'flags'>,
): AuthorizationAnswer => ({
  transactionId: transaction.id,
  decision,
  reasons: reasons as AuthorizationAnswer['reasons'],
  flags,
  transaction: transactionView(transaction),
})
