import type { Transaction, TransactionWithTrace } from '../../contract/resources/transactions.ts'
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
