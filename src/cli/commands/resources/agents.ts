import { resourceCommand } from '../../remote/resource-command.ts'
import { shellResourceSheets } from '../../remote/shell-sheets.ts'

export const agentsCommand = resourceCommand({
  name: 'agents',
  path: '/agents/{agentId}',
  filters: ['customer', 'external-id', 'status'],
  sheet: shellResourceSheets.agents,
  changes: {
    create: {
      summary: 'Register an agent of a customer.',
      details:
        'If the customer has an agent with this external id already, nothing is made, and the last line is its id.',
      done: 'Registered an agent',
      example: '--customer cust_01j8z6xgc5vv8e8q6n5v3v3v3v --external-id build-bot',
    },
    update: { summary: 'Change an agent.', done: 'Changed', example: '--require-intent true' },
    pause: {
      summary: 'Decline the purchases of an agent, until purser agents activate.',
      status: 'paused',
      done: 'Paused',
    },
    activate: { summary: 'Let a paused agent spend again.', status: 'active', done: 'Activated' },
    disable: { summary: 'Disable an agent for good.', status: 'disabled', done: 'Disabled' },
    delete: { summary: 'Delete an agent, and close its cards. Its transactions stay.', done: 'Deleted' },
  },
})
