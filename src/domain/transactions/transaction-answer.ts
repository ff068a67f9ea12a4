import type { Transaction } from '../../contract/resources/transactions.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import type { TransactionState } from './transaction.ts'

/**
 * Makes the transaction as API answers and events show it. `store/rows/transactions.ts` makes the `TransactionState` of a
 * stored row.
 */
export function transactionApiAnswer(
  transaction: Omit<
    TransactionState,
    'accountId' | 'sequence' | 'trace' | 'shadow' | 'counted' | 'referenceHash' | 'expiresAt'
  >,
): Transaction {
  const { oneTimeCardId, intentId, subscriptionId, merchantMoney, networkReference, settledAt, costCenter } =
    transaction
  return {
    id: transaction.id,
    customerId: transaction.customerId,
    agentId: transaction.agentId,
    cardId: transaction.cardId,
    ...(oneTimeCardId === undefined ? {} : { oneTimeCardId }),
    ...(costCenter === undefined ? {} : { costCenter }),
    ...(intentId === null ? {} : { intentId }),
    ...(subscriptionId === undefined ? {} : { subscriptionId }),
    type: transaction.type,
    status: transaction.status,
    amount: transaction.amount,
    authorizedAmount: transaction.authorizedAmount,
    settledAmount: transaction.settledAmount,
    refundedAmount: transaction.refundedAmount,
    currency: transaction.currency,
    ...merchantMoneyAnswer(merchantMoney),
    merchant: transaction.merchant,
    decision: transaction.decision,
    reasons: transaction.reasons as Transaction['reasons'],
    flags: transaction.flags,
    ...(transaction.authenticated ? { authenticated: true } : {}),
    attestation: transaction.attestation,
    ...(networkReference === null ? {} : { networkReference }),
    createdAt: isoTimestamp(transaction.createdAt),
    updatedAt: isoTimestamp(transaction.updatedAt),
    ...(settledAt === null ? {} : { settledAt: isoTimestamp(settledAt) }),
  }
}

/**
 * The amount and currency that the merchant asked for, as answers and events about a transaction show them. Empty: the network did not say.
 */
export const merchantMoneyAnswer = (
  money: TransactionState['merchantMoney'],
): Pick<Transaction, 'merchantAmount' | 'merchantCurrency'> =>
  money === null ? {} : { merchantAmount: money.amount, merchantCurrency: money.currency }
