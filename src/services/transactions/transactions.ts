import { FreeForm } from '../../contract/primitives.ts'
import { transactionAnswer } from '../../domain/transactions/transaction-answer.ts'
import { changeMetadata } from '../../store/transactions/transaction-metadata.ts'
import { transactionStates } from '../../store/rows/transactions.ts'
import { findTransaction, listTransactions as listRows } from '../../store/transactions/transactions.ts'
import { checkFreeForm } from '../input/free-form.ts'
import { knownCurrency } from '../input/known-currency.ts'
import { mergedField } from '../input/merged.ts'
import type { ReadService, WriteService } from '../request/context.ts'
import { readHandler, writeHandler } from '../request/handler.ts'
import { halfOpenRange } from '../input/instant.ts'
import { orThrow } from '../input/or-throw.ts'
import { paginate } from '../request/pagination.ts'
import { transactionFile } from './transaction-file.ts'
import { listedView, metadataView, shadowView } from '../commands/transaction-view.ts'

const listTransactions: ReadService<'listTransactions'> = async (context, { query }) => {
  const { customerId, agentId, cardId, intentId, subscriptionId, status } = query
  const created = halfOpenRange(query, ['createdAfter', 'createdBefore'])
  const settled = halfOpenRange(query, ['settledAfter', 'settledBefore'])
  const { merchant, minAmount, maxAmount, reason, merchantName, mcc, costCenter, without, summed } = query
  const currency = query.currency === undefined ? undefined : knownCurrency(query.currency)
  const sought = { merchant, currency, minAmount, maxAmount, reason, merchantName, mcc, costCenter, without, summed }
  const owners = { customerId, agentId, cardId, intentId, subscriptionId }
  const filters = { ...owners, status, created, settled, ...sought }
  if (context.format === 'csv') return transactionFile(context, query, filters)
  return paginate(context, {
    name: 'listTransactions',
    query,
    load: (page) => listRows(context.db, context.principal, { ...page, ...filters }),
    view: listedView,
  })
}

/** Answers a transaction with its trace: every rule that was asked for the decision. */
const getTransaction: ReadService<'getTransaction'> = async ({ byKey, principal }, { params }) => {
  const row = orThrow(await byKey.transaction(principal, params.transactionId), 'transaction_not_found')
  const transaction = transactionStates.state(row)
  return {
    ...transactionAnswer(transaction),
    ...metadataView(row),
    trace: [...transaction.trace],
    ...shadowView(transaction),
  }
}

const mergedMetadata = mergedField<FreeForm>('metadata', FreeForm)

/** Changes the metadata of a transaction of any status. It changes neither the decision nor what counts as spent. */
const updateTransaction: WriteService<'updateTransaction'> = async (context, { params, body }) => {
  const { tx, principal } = context
  const row = orThrow(await findTransaction(tx, principal, params.transactionId), 'transaction_not_found')
  if (body.metadata === undefined) return listedView(row)
  const metadata = await changeMetadata(context, row, (before) =>
    checkFreeForm('metadata', mergedMetadata(before, body.metadata)),
  )
  return listedView({ ...row, metadata })
}

export const transactionHandlers = {
  listTransactions: readHandler(listTransactions),
  getTransaction: readHandler(getTransaction),
  updateTransaction: writeHandler(updateTransaction),
}
