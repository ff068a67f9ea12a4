import { AgentObstacles } from '../resources/intents.ts'
import { Type } from 'typebox'
import { AgentStatus, ExternalId } from '../sheets/agent-fields.ts'
import { Agent, ChangedAgent, CreateAgentBody, UpdateAgentBody } from '../resources/agents.ts'
import { AgentBudget } from '../resources/budget.ts'
import { Exposure } from '../resources/exposure.ts'
import { PasskeyProofBody } from '../resources/passkeys.ts'
import { dryRunQuery, listPageQuery, declareOperation, listPageSchema, listSearchQuery } from '../operation.ts'
import { PolicySummary } from '../policy.ts'
import { IdInput } from '../primitives.ts'
import { ShadowReport } from '../resources/shadows.ts'

const tag = 'Agents'
const readers = ['admin', 'approver', 'read', 'agent'] as const

export const agentOperations = {
  createAgent: declareOperation({
    method: 'POST',
    path: '/agents',
    tag,
    summary: 'Register an agent',
    description: 'Idempotent by `externalId`: the same customer gets the existing agent, unchanged, with status 200.',
    roles: ['admin'],
    body: CreateAgentBody,
    status: 201,
    otherStatus: 200,
    response: ChangedAgent,
    errors: ['customer_not_found', 'external_id_conflict'],
  }),
  listAgents: declareOperation({
    method: 'GET',
    path: '/agents',
    tag,
    summary: 'List agents',
    roles: readers,
    query: listPageQuery({
      customerId: Type.Optional(IdInput),
      status: Type.Optional(AgentStatus),
      externalId: Type.Optional(ExternalId),
      search: listSearchQuery('`name` or `externalId`'),
    }),
    status: 200,
    response: listPageSchema(Agent),
    errors: [],
  }),
  getAgent: declareOperation({
    method: 'GET',
    path: '/agents/{agentId}',
    tag,
    summary: 'Read an agent',
    roles: readers,
    status: 200,
    response: Agent,
    errors: ['agent_not_found'],
  }),
  updateAgent: declareOperation({
    method: 'PATCH',
    path: '/agents/{agentId}',
    tag,
    summary: 'Change an agent',
    description: 'Objects are merged (RFC 7396). `disabled` is final.',
    roles: ['admin'],
    query: dryRunQuery,
    body: UpdateAgentBody,
    status: 200,
    response: ChangedAgent,
    errors: ['agent_not_found', 'agent_disabled', 'passkey_required', 'passkey_refused'],
  }),
  deleteAgent: declareOperation({
    method: 'DELETE',
    path: '/agents/{agentId}',
    tag,
    summary: 'Delete an agent and close its cards',
    description: 'The transactions of the agent stay readable; the `externalId` is free again.',
    roles: ['admin'],
    status: 200,
    response: Agent,
    endsKeys: true,
    errors: ['agent_not_found'],
  }),
  getAgentShadow: declareOperation({
    method: 'GET',
    path: '/agents/{agentId}/shadow',
    tag,
    summary: 'Compare the shadow policy of an agent with its policy',
    roles: ['admin', 'approver', 'read'],
    status: 200,
    response: ShadowReport,
    errors: ['agent_not_found'],
  }),
  promoteAgentShadow: declareOperation({
    method: 'POST',
    path: '/agents/{agentId}/shadow/promote',
    tag,
    summary: 'Make the shadow policy of an agent its policy',
    description: 'The shadow policy replaces `policy`. Then there is no shadow policy.',
    roles: ['admin'],
    body: PasskeyProofBody,
    bodyOptional: true,
    status: 200,
    response: ChangedAgent,
    errors: ['agent_not_found', 'agent_disabled', 'no_shadow_policy', 'passkey_required', 'passkey_refused'],
  }),
  getAgentExposure: declareOperation({
    method: 'GET',
    path: '/agents/{agentId}/exposure',
    tag,
    summary: 'Read the most that can still be approved for an agent',
    description:
      'The most that can be approved in the next 24 hours, in the next 168 hours, until the end of the UTC month, and without an end. It is never possible to approve more.',
    roles: readers,
    status: 200,
    response: Exposure,
    errors: ['agent_not_found'],
  }),
  getAgentPolicy: declareOperation({
    method: 'GET',
    path: '/agents/{agentId}/policy',
    tag,
    summary: 'Read the effective policy of an agent',
    description:
      'The effective policy, the level that each field comes from, and the spent and the remaining amount of each limit.',
    roles: readers,
    status: 200,
    response: PolicySummary,
    errors: ['agent_not_found'],
  }),
  getAgentObstacles: declareOperation({
    method: 'GET',
    path: '/agents/{agentId}/obstacles',
    tag,
    summary: 'Read what stood in the way of an agent, by shop',
    description:
      'The obstacles that the agent has reported with `POST /intents/{intentId}/report`, counted for each shop.',
    roles: readers,
    status: 200,
    response: AgentObstacles,
    errors: ['agent_not_found'],
  }),
  getAgentBudget: declareOperation({
    method: 'GET',
    path: '/agents/{agentId}/budget',
    tag,
    summary: 'Read what an agent may spend now',
    description:
      'The remaining amount of every limit, the other rules that apply, what waits for a person, and the same for each of its cards.',
    roles: readers,
    status: 200,
    response: AgentBudget,
    errors: ['agent_not_found'],
  }),
} as const
