import type { Transaction } from '../../../contract/resources/transactions.ts'
import { createdColumn, statusColumn } from '../../remote/columns.ts'
import { resourceCommand } from '../../remote/resource-command.ts'
import { money } from '../../terminal/money.ts'

export const transactions = resourceCommand<Transaction>({
  name: 'transactions',
  id: 'txn_...',
  filters: ['customer', 'agent', 'card', 'intent', 'status', 'after', 'before'],
  statuses: 'pending|settled|declined|reversed|expired',
  list: (purser, query) => purser.transactions.list(query),
  get: (purser, id) => purser.transactions.get(id),
  columns: [
    { title: 'id', of: ({ id }) => id, whole: true },
    statusColumn,
    { title: 'amount', of: ({ amount, currency }) => money(amount, currency), right: true },
    { title: 'merchant', of: ({ merchant }) => merchant.name },
    { title: 'reasons', of: ({ reasons }) => reasons.map(({ code }) => code).join(', ') },
    createdColumn,
  ],
})
