import { transactionApiAnswer } from '../../domain/transactions/transaction-answer.ts'
import { changeTransactionNotes } from '../../store/transactions/transaction-notes.ts'
import { transactionStates } from '../../store/rows/transactions.ts'
import { findTransaction, listTransactions as listRows } from '../../store/transactions/transactions.ts'
import { knownCurrency } from '../input/known-currency.ts'
import type { ReadOperationService, WriteOperationService } from '../request/context.ts'
import { readOperationHandler, writeOperationHandler } from '../request/handler.ts'
import { halfOpenTimeRange } from '../input/instant.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { paginate } from '../request/pagination.ts'
import { checkTransactionNotesCaller, mergedTransactionNotes } from './transaction-notes.ts'
import { transactionCsvFile } from './transaction-file.ts'
import { listedTransactionView, transactionNotesView, shadowDecisionView } from '../commands/transaction-view.ts'

const listTransactions: ReadOperationService<'listTransactions'> = async (context, { query }) => {
  const { customerId, agentId, cardId, intentId, subscriptionId, status } = query
  const created = halfOpenTimeRange(query, ['createdAfter', 'createdBefore'])
  const settled = halfOpenTimeRange(query, ['settledAfter', 'settledBefore'])
  const { merchant, minAmount, maxAmount, reason, merchantName, mcc, costCenter, without, summed } = query
  const currency = query.currency === undefined ? undefined : knownCurrency(query.currency)
  const sought = { merchant, currency, minAmount, maxAmount, reason, merchantName, mcc, costCenter, without, summed }
  const owners = { customerId, agentId, cardId, intentId, subscriptionId }
  const filters = { ...owners, status, created, settled, ...sought }
  if (context.format === 'csv') return transactionCsvFile(context, query, filters)
  return paginate(context, {
    name: 'listTransactions',
    query,
    load: (page) => listRows(context.db, context.principal, { ...page, ...filters }),
    view: listedTransactionView,
  })
}

/** Answers a transaction with its trace: every rule that was asked for the decision. */
const getTransaction: ReadOperationService<'getTransaction'> = async ({ byKey, principal }, { params }) => {
  const row = objectOr404(await byKey.transaction(principal, params.transactionId), 'transaction_not_found')
  const transaction = transactionStates.state(row)
  return {
    ...transactionApiAnswer(transaction),
    ...transactionNotesView(row),
    trace: [...transaction.trace],
    ...shadowDecisionView(transaction),
  }
}

/** Changes what is noted beside a transaction of any status. It changes neither the decision nor what counts as spent. */
const updateTransaction: WriteOperationService<'updateTransaction'> = async (context, { params, body }) => {
  const { tx, principal } = context
  const row = objectOr404(await findTransaction(tx, principal, params.transactionId), 'transaction_not_found')
  checkTransactionNotesCaller(principal, body)
  if (Object.keys(body).length === 0) return listedTransactionView(row)
  const notes = await changeTransactionNotes(context, row, (before) => mergedTransactionNotes(before, body))
  return listedTransactionView({ ...row, notes })
}

export const transactionHandlers = {
  listTransactions: readOperationHandler(listTransactions),
  getTransaction: readOperationHandler(getTransaction),
  updateTransaction: writeOperationHandler(updateTransaction),
}
