import type { Customer } from '../../../contract/resources/customers.ts'
import { changeAction } from '../../remote/change.ts'
import { createdColumn, statusColumn } from '../../remote/columns.ts'
import { type FlagFields, text } from '../../remote/fields.ts'
import { policyFields } from '../../remote/level-fields.ts'
import { listAndGet } from '../../remote/resource-command.ts'
import { withActions } from '../../with-actions.ts'

const ID = 'cust_01j8z6xgc5vv8e8q6n5v3v3v3v'

const fields = {
  email: text('email', 'ada@example.com', 'The address.'),
  'first-name': text('name.first', 'Ada', 'The first name of a person.'),
  'last-name': text('name.last', 'Lovelace', 'The last name of a person.'),
  business: text('name.business', 'NAME', 'The name of a business.'),
  type: text('type', 'consumer|business', 'What the customer is.'),
  currency: text('currency', 'CODE', 'The currency of everything beneath it, such as EUR. It never changes.'),
  phone: text('phone', '+1 555 0100', 'The phone number.'),
  ...policyFields,
} satisfies FlagFields

export const customers = withActions({
  ...listAndGet<Customer>({
    name: 'customers',
    id: 'cust_...',
    filters: ['email', 'status'],
    statuses: 'active|suspended',
    list: (purser, query) => purser.customers.list(query),
    get: (purser, id) => purser.customers.get(id),
    columns: [
      { title: 'id', of: ({ id }) => id, whole: true },
      statusColumn,
      { title: 'name', of: ({ name }) => name?.business ?? [name?.first, name?.last].filter(Boolean).join(' ') },
      { title: 'currency', of: ({ currency }) => currency, whole: true },
      { title: 'email', of: ({ email }) => email },
      createdColumn,
    ],
  }),
  create: changeAction('customers create', {
    operation: 'createCustomer',
    request: 'POST /customers',
    summary: 'Create a customer.',
    fields,
    done: 'Created a customer',
    makes: true,
    example: '--email ada@example.com --per-day 50000',
  }),
  update: changeAction('customers update', {
    operation: 'updateCustomer',
    request: 'PATCH /customers/{customerId}',
    summary: 'Change a customer.',
    details: 'Objects are merged: what is not given stays as it is. none unsets a limit.',
    fields,
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
