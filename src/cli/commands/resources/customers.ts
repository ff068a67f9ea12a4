import type { Customer } from '../../../contract/resources/customers.ts'
import { createdColumn, statusColumn } from '../../remote/columns.ts'
import { resourceCommand } from '../../remote/resource-command.ts'

export const customers = resourceCommand<Customer>({
  name: 'customers',
  id: 'cust_...',
  filters: ['email', 'status'],
  statuses: 'active|suspended',
  list: (purser, query) => purser.customers.list(query),
  get: (purser, id) => purser.customers.get(id),
  columns: [
    { title: 'id', of: ({ id }) => id, whole: true },
    statusColumn,
    { title: 'name', of: ({ name }) => [name?.first, name?.last].filter(Boolean).join(' ') },
    { title: 'email', of: ({ email }) => email },
    createdColumn,
  ],
})
