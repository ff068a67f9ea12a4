import type { Transaction, TransactionWithTrace } from '../../contract/resources/transactions.ts'
import type { TransactionState } from '../../domain/transactions/transaction.ts'
import { transactionApiAnswer } from '../../domain/transactions/transaction-answer.ts'
import { listedTransactions } from '../../store/rows/transactions.ts'
import type { ListedTransaction, TransactionWithNotes } from '../../store/transactions/transactions.ts'

/** The answer about a transaction in a list. It has the account's notes, which answers to the network do not contain. */
export const listedTransactionView = (row: TransactionWithNotes<ListedTransaction>): Transaction => ({
  ...transactionApiAnswer(listedTransactions.state(row)),
  ...transactionNotesView(row),
})

/** The decision about a transaction under the shadow policies. Empty where no level had a shadow policy. */
export const shadowDecisionView = ({
  shadow,
}: Pick<TransactionState, 'shadow'>): Pick<TransactionWithTrace, 'shadow'> =>
  shadow === null ? {} : { shadow: { decision: shadow.decision, reasons: [...shadow.reasons] } }

/** The fields of a transaction that the account notes. Those without a value are left out. */
export const transactionNotesView = ({
  notes,
}: TransactionWithNotes<unknown>): Pick<Transaction, 'metadata' | 'memo' | 'coding' | 'documents'> =>
  Object.fromEntries(Object.entries(notes ?? {}).filter(([, value]) => value !== null))
