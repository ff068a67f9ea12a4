import type { Card } from '../../../contract/resources/cards.ts'
import { createdColumn, statusColumn } from '../../remote/columns.ts'
import { resourceCommand } from '../../remote/resource-command.ts'

export const cards = resourceCommand<Card>({
  name: 'cards',
  id: 'card_...',
  filters: ['customer', 'agent', 'status'],
  statuses: 'active|frozen|closed',
  list: (purser, query) => purser.cards.list(query),
  get: (purser, id) => purser.cards.get(id),
  columns: [
    { title: 'id', of: ({ id }) => id, whole: true },
    statusColumn,
    { title: 'last4', of: ({ last4 }) => last4, whole: true },
    { title: 'label', of: ({ label }) => label, optional: true },
    { title: 'agent', of: ({ agentId }) => agentId, optional: true },
    { title: 'customer', of: ({ customerId }) => customerId, optional: true },
    createdColumn,
  ],
})
