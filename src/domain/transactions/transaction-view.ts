import type { Transaction } from '../../contract/resources/transactions.ts'
import { timestamp } from '../../lib/clock.ts'
import type { TransactionState } from './transaction.ts'

/**
 * Makes the transaction as API answers and events show it. `store/transactions/transaction-state.ts` makes the `TransactionState` of a
 * stored row.
 */
export function transactionView(
  transaction: Omit<
    TransactionState,
    'accountId' | 'sequence' | 'trace' | 'shadow' | 'counted' | 'referenceHash' | 'expiresAt'
  >,
): Transaction {
  const { intentId, subscriptionId, networkReference, settledAt } = transaction
  return {
    id: transaction.id,
    customerId: transaction.customerId,
    agentId: transaction.agentId,
    cardId: transaction.cardId,
    ...(intentId === null ? {} : { intentId }),
    ...(subscriptionId === undefined ? {} : { subscriptionId }),
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
