import type { Customer } from '../../../contract/resources/customers.ts'
import { changeCommandAction } from '../../remote/change.ts'
import { listAndGetActions } from '../../remote/resource-command.ts'
import { resourceListColumns } from '../../remote/columns.ts'
import { resourceChangeFlags, resourceCreationFlags } from '../../remote/sheet-flags.ts'
import { shellResourceSheets } from '../../remote/shell-sheets.ts'
import { commandWithActions } from '../../with-actions.ts'

const ID = 'cust_01j8z6xgc5vv8e8q6n5v3v3v3v'

export const customersCommand = commandWithActions({
  ...listAndGetActions<Customer>({
    name: 'customers',
    id: 'cust_...',
    filters: ['email', 'status'],
    statuses: shellResourceSheets.customers.statuses.join('|'),
    list: (purser, query) => purser.customers.list(query),
    get: (purser, id) => purser.customers.get(id),
    columns: resourceListColumns(shellResourceSheets.customers),
  }),
  create: changeCommandAction('customers create', {
    operation: 'createCustomer',
    request: 'POST /customers',
    summary: 'Create a customer.',
    fields: resourceCreationFlags(shellResourceSheets.customers),
    done: 'Created a customer',
    makes: true,
    example: '--email ada@example.com --per-day 50000',
  }),
  update: changeCommandAction('customers update', {
    operation: 'updateCustomer',
    request: 'PATCH /customers/{customerId}',
    summary: 'Change a customer.',
    details: 'Objects are merged: what is not given stays as it is. none unsets a limit.',
    fields: resourceChangeFlags(shellResourceSheets.customers),
    canDryRun: true,
    done: 'Changed',
    example: `${ID} --per-day 100000 --dry-run`,
  }),
  suspend: changeCommandAction('customers suspend', {
    operation: 'updateCustomer',
    request: 'PATCH /customers/{customerId}',
    summary: 'Decline everything beneath a customer, until purser customers activate.',
    fixed: { status: 'suspended' },
    done: 'Suspended',
    example: ID,
  }),
  activate: changeCommandAction('customers activate', {
    operation: 'updateCustomer',
    request: 'PATCH /customers/{customerId}',
    summary: 'Let a suspended customer spend again.',
    fixed: { status: 'active' },
    done: 'Activated',
    example: ID,
  }),
})
