import type { ChangeRequest } from '../../../contract/resources/change-requests.ts'
import { changeCommandAction } from '../../remote/change.ts'
import { createdTerminalColumn, statusTerminalColumn } from '../../remote/columns.ts'
import { textRequestFlag } from '../../remote/fields.ts'
import { listAndGetActions } from '../../remote/resource-command.ts'
import { commandWithActions } from '../../with-actions.ts'

const ID = 'chg_01kdvy2n7rj4t8w0q3m5x9zb6c'
const shown = textRequestFlag('shown', 'HASH', 'The subjectHash of what you have seen: nothing else is decided about.')
const note = textRequestFlag('note', 'TEXT', 'A note that is kept with the decision.')

export const requestsCommand = commandWithActions({
  ...listAndGetActions<ChangeRequest>({
    name: 'requests',
    id: 'chg_...',
    filters: ['customer', 'agent', 'card', 'status'],
    statuses: 'pending|approved|rejected|expired|canceled',
    list: (purser, query) => purser.changeRequests.list(query),
    get: (purser, id) => purser.changeRequests.get(id),
    columns: [
      { title: 'id', of: ({ id }) => id, whole: true },
      statusTerminalColumn,
      { title: 'wanted', of: ({ wanted }) => JSON.stringify(wanted) },
      { title: 'why', of: ({ why }) => why },
      { title: 'agent', of: ({ agentName }) => agentName, optional: true },
      createdTerminalColumn,
    ],
  }),
  approve: changeCommandAction('requests approve', {
    operation: 'approveChangeRequest',
    request: 'POST /change-requests/{changeRequestId}/approve',
    summary: 'Make the change that an agent has requested.',
    fields: { note, shown },
    done: 'Approved',
    example: ID,
  }),
  reject: changeCommandAction('requests reject', {
    operation: 'rejectChangeRequest',
    request: 'POST /change-requests/{changeRequestId}/reject',
    summary: 'Reject the change that an agent has requested.',
    fields: { note, shown },
    done: 'Rejected',
    example: ID,
  }),
})
