import { resourceCommand } from '../../remote/resource-command.ts'
import { shellResourceSheets } from '../../remote/shell-sheets.ts'

export const customersCommand = resourceCommand({
  name: 'customers',
  path: '/customers/{customerId}',
  filters: ['email', 'status'],
  sheet: shellResourceSheets.customers,
  changes: {
    create: {
      summary: 'Create a customer.',
      done: 'Created a customer',
      example: '--email ada@example.com --per-day 50000',
    },
    update: { summary: 'Change a customer.', done: 'Changed', example: '--per-day 100000 --dry-run' },
    suspend: {
      summary: 'Decline everything beneath a customer, until purser customers activate.',
      status: 'suspended',
      done: 'Suspended',
    },
    activate: { summary: 'Let a suspended customer spend again.', status: 'active', done: 'Activated' },
  },
})
