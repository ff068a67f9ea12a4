import { listedState, transactionState } from '../store/transaction-state.ts'
import { listTransactions as listRows } from '../store/transactions.ts'
import type { ReadService } from './request/context.ts'
import { read } from './request/handler.ts'
import { instant } from './instant.ts'
import { found } from './ownership.ts'
import { paginate } from './request/pagination.ts'
import { transactionView } from './transaction-view.ts'

const listTransactions: ReadService<'listTransactions'> = async (context, { query }) => {
  const { customerId, agentId, cardId, intentId, status } = query
  const createdAfter = instant('createdAfter', query.createdAfter)
  const createdBefore = instant('createdBefore', query.createdBefore)
  const filters = { customerId, agentId, cardId, intentId, status, createdAfter, createdBefore }
  return paginate(context, {
    name: 'listTransactions',
    query,
    load: (page) => listRows(context.db, context.principal, { ...page, ...filters }),
    view: (row) => transactionView(listedState(row)),
  })
}

/** With the trace: every rule that was checked when it was decided. */
const getTransaction: ReadService<'getTransaction'> = async ({ database, principal }, { params }) => {
  const row = found(await database.byKey.transaction(principal, params.transactionId), 'transaction_not_found')
  const transaction = transactionState(row)
  return { ...transactionView(transaction), trace: [...transaction.trace] }
}

export const transactionHandlers = {
  listTransactions: read(listTransactions),
  getTransaction: read(getTransaction),
}
