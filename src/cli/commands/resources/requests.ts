import type { ChangeRequest } from '../../../contract/resources/change-requests.ts'
import { createdTerminalColumn } from '../../remote/columns.ts'
import { approvalDecisionFlags } from '../../remote/fields.ts'
import { resourceCommand } from '../../remote/resource-command.ts'

const { note, shown } = approvalDecisionFlags

export const requestsCommand = resourceCommand<ChangeRequest>({
  name: 'requests',
  path: '/change-requests/{changeRequestId}',
  filters: ['customer', 'agent', 'card', 'status'],
  statuses: ['pending', 'approved', 'rejected', 'expired', 'canceled'],
  columns: [
    {
      title: 'wanted',
      of: ({ wanted, once }) => (once === undefined ? JSON.stringify(wanted) : `once ${once.intent}`),
    },
    { title: 'why', of: ({ why }) => why },
    { title: 'agent', of: ({ agentName }) => agentName, optional: true },
    createdTerminalColumn,
  ],
  changes: {
    approve: {
      summary: 'Make the change that an agent has requested.',
      fields: { note, shown },
      done: 'Approved',
    },
    reject: {
      summary: 'Reject the change that an agent has requested.',
      fields: { note, shown },
      done: 'Rejected',
    },
  },
})
