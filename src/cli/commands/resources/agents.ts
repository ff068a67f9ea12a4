import type { Agent } from '../../../contract/resources/agents.ts'
import { changeCommandAction } from '../../remote/change.ts'
import { listAndGetActions } from '../../remote/resource-command.ts'
import { resourceListColumns } from '../../remote/columns.ts'
import { resourceChangeFlags, resourceCreationFlags } from '../../remote/sheet-flags.ts'
import { shellResourceSheets } from '../../remote/shell-sheets.ts'
import { commandWithActions } from '../../with-actions.ts'

const ID = 'agt_01j8z6xgc5vv8e8q6n5v3v3v3v'
const update = { operation: 'updateAgent', request: 'PATCH /agents/{agentId}' } as const

export const agentsCommand = commandWithActions({
  ...listAndGetActions<Agent>({
    name: 'agents',
    id: 'agt_...',
    filters: ['customer', 'external-id', 'status'],
    statuses: shellResourceSheets.agents.statuses.join('|'),
    list: (purser, query) => purser.agents.list(query),
    get: (purser, id) => purser.agents.get(id),
    columns: resourceListColumns(shellResourceSheets.agents),
  }),
  create: changeCommandAction('agents create', {
    operation: 'createAgent',
    request: 'POST /agents',
    summary: 'Register an agent of a customer.',
    details:
      'If the customer has an agent with this external id already, nothing is made, and the last line is its id.',
    fields: resourceCreationFlags(shellResourceSheets.agents),
    done: 'Registered an agent',
    makes: true,
    example: '--customer cust_01j8z6xgc5vv8e8q6n5v3v3v3v --external-id build-bot',
  }),
  update: changeCommandAction('agents update', {
    ...update,
    summary: 'Change an agent.',
    details: 'Objects are merged: what is not given stays as it is. none unsets a limit.',
    fields: resourceChangeFlags(shellResourceSheets.agents),
    canDryRun: true,
    done: 'Changed',
    example: `${ID} --require-intent true`,
  }),
  pause: changeCommandAction('agents pause', {
    ...update,
    summary: 'Decline the purchases of an agent, until purser agents activate.',
    fixed: { status: 'paused' },
    done: 'Paused',
    example: ID,
  }),
  activate: changeCommandAction('agents activate', {
    ...update,
    summary: 'Let a paused agent spend again.',
    fixed: { status: 'active' },
    done: 'Activated',
    example: ID,
  }),
  disable: changeCommandAction('agents disable', {
    ...update,
    summary: 'Disable an agent for good.',
    fixed: { status: 'disabled' },
    done: 'Disabled',
    example: ID,
  }),
  delete: changeCommandAction('agents delete', {
    operation: 'deleteAgent',
    request: 'DELETE /agents/{agentId}',
    summary: 'Delete an agent, and close its cards. Its transactions stay.',
    done: 'Deleted',
    example: ID,
  }),
})
