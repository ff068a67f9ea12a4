import type { Customer } from '../../../contract/resources/customers.ts'
import { changeAction } from '../../remote/change.ts'
import { listAndGet } from '../../remote/resource-command.ts'
import { listColumns } from '../../remote/columns.ts'
import { changeFlags, creationFlags } from '../../remote/sheet-flags.ts'
import { shellSheets } from '../../remote/shell-sheets.ts'
import { withActions } from '../../with-actions.ts'

const ID = 'cust_01j8z6xgc5vv8e8q6n5v3v3v3v'

export const customersCommand = withActions({
  ...listAndGet<Customer>({
    name: 'customers',
    id: 'cust_...',
    filters: ['email', 'status'],
    statuses: shellSheets.customers.statuses.join('|'),
    list: (purser, query) => purser.customers.list(query),
    get: (purser, id) => purser.customers.get(id),
    columns: listColumns(shellSheets.customers),
  }),
  create: changeAction('customers create', {
    operation: 'createCustomer',
    request: 'POST /customers',
    summary: 'Create a customer.',
    fields: creationFlags(shellSheets.customers),
    done: 'Created a customer',
    makes: true,
    example: '--email ada@example.com --per-day 50000',
  }),
  update: changeAction('customers update', {
    operation: 'updateCustomer',
    request: 'PATCH /customers/{customerId}',
    summary: 'Change a customer.',
    details: 'Objects are merged: what is not given stays as it is. none unsets a limit.',
    fields: changeFlags(shellSheets.customers),
    canDryRun: true,
    done: 'Changed',
    example: `${ID} --per-day 100000 --dry-run`,
  }),
  suspend: changeAction('customers suspend', {
    operation: 'updateCustomer',
    request: 'PATCH /customers/{customerId}',
    summary: 'Decline everything beneath a customer, until purser customers activate.',
    fixed: { status: 'suspended' },
    done: 'Suspended',
    example: ID,
  }),
  activate: changeAction('customers activate', {
    operation: 'updateCustomer',
    request: 'PATCH /customers/{customerId}',
    summary: 'Let a suspended customer spend again.',
    fixed: { status: 'active' },
    done: 'Activated',
    example: ID,
  }),
})
