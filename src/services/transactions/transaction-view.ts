import type {
  AuthorizationAnswer,
  PostingAnswer,
  Transaction,
  TransactionWithTrace,
} from '../../contract/resources/transactions.ts'
import type { TransactionState } from '../../domain/transactions/transaction.ts'
import { timestamp } from '../../lib/clock.ts'
import { listedState } from '../../store/transactions/transaction-state.ts'
import type { ListedTransaction, WithMetadata } from '../../store/transactions/transactions.ts'

/** The answer about a transaction. `store/transactions/transaction-state.ts` makes the `TransactionState` of a stored row. */
export function transactionView(
  transaction: Omit<TransactionState, 'trace' | 'shadow' | 'counted' | 'referenceHash'>,
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

/** The answer about a transaction in a list. It has the account's metadata, which answers to the network do not contain. */
export const listedView = (row: WithMetadata<ListedTransaction>): Transaction => ({
  ...transactionView(listedState(row)),
  ...metadataView(row),
})

/** The decision under the shadow policies. Empty where no level had a shadow policy. */
export const shadowView = ({ shadow }: Pick<TransactionState, 'shadow'>): Pick<TransactionWithTrace, 'shadow'> =>
  shadow === null ? {} : { shadow: { decision: shadow.decision, reasons: [...shadow.reasons] } }

export const metadataView = ({ metadata }: WithMetadata<unknown>): Pick<Transaction, 'metadata'> =>
  metadata === null ? {} : { metadata }

/**
 * The answer to a capture or refund: the transaction that it was applied to, and the credit for the part of a refund that exceeds the
 * transaction.
 */
export const postingAnswer = (posted: {
  readonly transaction: TransactionState
  readonly credit?: TransactionState
}): PostingAnswer => ({
  transaction: transactionView(posted.transaction),
  ...(posted.credit === undefined ? {} : { credit: transactionView(posted.credit) }),
})

/** The answer of the operations below `/v1/network` to an authorization or an increment. */
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
