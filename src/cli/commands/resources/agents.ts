import type { Agent } from '../../../contract/resources/agents.ts'
import { changeAction } from '../../remote/change.ts'
import { listAndGet } from '../../remote/resource-command.ts'
import { listColumns } from '../../remote/columns.ts'
import { changeFlags, creationFlags } from '../../remote/sheet-flags.ts'
import { shellSheets } from '../../remote/shell-sheets.ts'
import { withActions } from '../../with-actions.ts'

const ID = 'agt_01j8z6xgc5vv8e8q6n5v3v3v3v'
const update = { operation: 'updateAgent', request: 'PATCH /agents/{agentId}' } as const

export const agentsCommand = withActions({
  ...listAndGet<Agent>({
    name: 'agents',
    id: 'agt_...',
    filters: ['customer', 'external-id', 'status'],
    statuses: shellSheets.agents.statuses.join('|'),
    list: (purser, query) => purser.agents.list(query),
    get: (purser, id) => purser.agents.get(id),
    columns: listColumns(shellSheets.agents),
  }),
  create: changeAction('agents create', {
    operation: 'createAgent',
    request: 'POST /agents',
    summary: 'Register an agent of a customer.',
    details:
      'If the customer has an agent with this external id already, nothing is made, and the last line is its id.',
    fields: creationFlags(shellSheets.agents),
    done: 'Registered an agent',
    makes: true,
    example: '--customer cust_01j8z6xgc5vv8e8q6n5v3v3v3v --external-id build-bot',
  }),
  update: changeAction('agents update', {
    ...update,
    summary: 'Change an agent.',
    details: 'Objects are merged: what is not given stays as it is. none unsets a limit.',
    fields: changeFlags(shellSheets.agents),
    canDryRun: true,
    done: 'Changed',
    example: `${ID} --require-intent true`,
  }),
  pause: changeAction('agents pause', {
    ...update,
    summary: 'Decline the purchases of an agent, until purser agents activate.',
    fixed: { status: 'paused' },
    done: 'Paused',
    example: ID,
  }),
  activate: changeAction('agents activate', {
    ...update,
    summary: 'Let a paused agent spend again.',
    fixed: { status: 'active' },
    done: 'Activated',
    example: ID,
  }),
  disable: changeAction('agents disable', {
    ...update,
    summary: 'Disable an agent for good.',
    fixed: { status: 'disabled' },
    done: 'Disabled',
    example: ID,
  }),
  delete: changeAction('agents delete', {
    operation: 'deleteAgent',
    request: 'DELETE /agents/{agentId}',
    summary: 'Delete an agent, and close its cards. Its transactions stay.',
    done: 'Deleted',
    example: ID,
  }),
})
