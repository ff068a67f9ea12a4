import type { ChangeRequest } from '../../../contract/resources/change-requests.ts'
import { createdColumn, statusColumn } from '../../remote/columns.ts'
import { resourceCommand } from '../../remote/resource-command.ts'

export const requests = resourceCommand<ChangeRequest>({
  name: 'requests',
  id: 'chg_...',
  filters: ['customer', 'agent', 'card', 'status'],
  statuses: 'pending|approved|rejected|expired|canceled',
  list: (purser, query) => purser.changeRequests.list(query),
  get: (purser, id) => purser.changeRequests.get(id),
  columns: [
    { title: 'id', of: ({ id }) => id, whole: true },
    statusColumn,
    { title: 'wanted', of: ({ wanted }) => JSON.stringify(wanted) },
    { title: 'why', of: ({ why }) => why },
    { title: 'agent', of: ({ agentName }) => agentName, optional: true },
    createdColumn,
  ],
})
