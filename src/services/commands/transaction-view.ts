import type {
  AuthorizationAnswer,
  PostingAnswer,
  Transaction,
  TransactionWithTrace,
} from '../../contract/resources/transactions.ts'
import type { TransactionState } from '../../domain/transactions/transaction.ts'
import { transactionAnswer } from '../../domain/transactions/transaction-answer.ts'
import { listedTransactions } from '../../store/rows/transactions.ts'
import type { ListedTransaction, TransactionWithMetadata } from '../../store/transactions/transactions.ts'

/** The answer about a transaction in a list. It has the account's metadata, which answers to the network do not contain. */
export const listedTransactionView = (row: TransactionWithMetadata<ListedTransaction>): Transaction => ({
  ...transactionAnswer(listedTransactions.state(row)),
  ...transactionMetadataView(row),
})

/** The decision about a transaction under the shadow policies. Empty where no level had a shadow policy. */
export const shadowDecisionView = ({
  shadow,
}: Pick<TransactionState, 'shadow'>): Pick<TransactionWithTrace, 'shadow'> =>
  shadow === null ? {} : { shadow: { decision: shadow.decision, reasons: [...shadow.reasons] } }

export const transactionMetadataView = ({
  metadata,
}: TransactionWithMetadata<unknown>): Pick<Transaction, 'metadata'> => (metadata === null ? {} : { metadata })

/**
 * The answer to a capture or refund: the transaction that it was applied to, and the credit for the part of a refund that exceeds the
 * transaction.
 */
export const postingAnswer = (posted: {
  readonly transaction: TransactionState
  readonly credit?: TransactionState
}): PostingAnswer => ({
  transaction: transactionAnswer(posted.transaction),
  ...(posted.credit === undefined ? {} : { credit: transactionAnswer(posted.credit) }),
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
  transaction: transactionAnswer(transaction),
})
