import type { Agent } from '../../../contract/resources/agents.ts'
import { createdColumn, statusColumn } from '../../remote/columns.ts'
import { resourceCommand } from '../../remote/resource-command.ts'

export const agents = resourceCommand<Agent>({
  name: 'agents',
  id: 'agt_...',
  filters: ['customer', 'external-id', 'status'],
  statuses: 'active|paused|disabled',
  list: (purser, query) => purser.agents.list(query),
  get: (purser, id) => purser.agents.get(id),
  columns: [
    { title: 'id', of: ({ id }) => id, whole: true },
    statusColumn,
    { title: 'name', of: ({ name }) => name },
    { title: 'external id', of: ({ externalId }) => externalId, optional: true },
    { title: 'customer', of: ({ customerId }) => customerId, optional: true },
    createdColumn,
  ],
})
