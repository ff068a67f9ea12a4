import type { ChangeRequest } from '../../../contract/resources/change-requests.ts'
import { changeAction } from '../../remote/change.ts'
import { createdColumn, statusColumn } from '../../remote/columns.ts'
import { textFlag } from '../../remote/fields.ts'
import { listAndGet } from '../../remote/resource-command.ts'
import { withActions } from '../../with-actions.ts'

const ID = 'chg_01kdvy2n7rj4t8w0q3m5x9zb6c'
const shown = textFlag('shown', 'HASH', 'The subjectHash of what you have seen: nothing else is decided about.')
const note = textFlag('note', 'TEXT', 'A note that is kept with the decision.')

export const requestsCommand = withActions({
  ...listAndGet<ChangeRequest>({
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
  }),
  approve: changeAction('requests approve', {
    operation: 'approveChangeRequest',
    request: 'POST /change-requests/{changeRequestId}/approve',
    summary: 'Make the change that an agent has requested.',
    fields: { note, shown },
    done: 'Approved',
    example: ID,
  }),
  reject: changeAction('requests reject', {
    operation: 'rejectChangeRequest',
    request: 'POST /change-requests/{changeRequestId}/reject',
    summary: 'Reject the change that an agent has requested.',
    fields: { note, shown },
    done: 'Rejected',
    example: ID,
  }),
})
