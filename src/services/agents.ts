import type { ChangedAgent, Agent as AgentAnswer } from '../contract/agents.ts'
import { ApiError } from '../contract/errors.ts'
import { FreeForm } from '../contract/primitives.ts'
import { timestamp } from '../lib/clock.ts'
import {
  findAgent,
  findAgentByExternalId,
  insertAgent,
  listAgents as listRows,
  lockAgent,
  saveAgent,
  type Agent,
} from '../store/agents.ts'
import { revokeKeysOfAgent } from '../store/api-keys.ts'
import { moveCards } from '../store/card-status.ts'
import { openCardsBeneath } from '../store/card-expiries.ts'
import { findCustomer, type Customer } from '../store/customers.ts'
import { refreshExpiries } from './card-expiries.ts'
import { Existing, type ReadService, type WriteContext, type WriteService } from './context.ts'
import { warningsOf } from '../domain/policy-summary.ts'
import { checkFreeForm } from './free-form.ts'
import { limitsOf, patchedLimits } from './limits-input.ts'
import { mergedField } from './merged.ts'
import { found } from './ownership.ts'
import { mapPage, paginate } from './pagination.ts'
import { patchedPolicy, policyOf } from './policy-input.ts'

const mergedMetadata = mergedField<FreeForm>('metadata', FreeForm)

export const createAgent: WriteService<'createAgent'> = async (context, { body }) => {
  const { tx, clock, ids, principal } = context
  const customer = found(await findCustomer(tx, principal.accountId, body.customerId), 'customer_not_found')
  const agent: Agent = {
    id: ids('agt'),
    account_id: principal.accountId,
    customer_id: customer.id,
    external_id: body.externalId,
    name: body.name ?? body.externalId,
    status: body.status ?? 'active',
    policy: policyOf(body.policy),
    limits: limitsOf(body.limits),
    metadata: checkFreeForm('metadata', body.metadata ?? null),
    created_at: clock.now(),
    deleted_at: null,
  }
  return registered(context, customer, agent)
}

/**
 * Stores an agent, or answers the one that holds its `externalId`. Of two registrations at once the second waits at the
 * unique index and then finds the first; where that one was deleted just now, the name is free and it tries again.
 */
async function registered(
  context: WriteContext,
  customer: Customer,
  agent: Agent,
): Promise<ChangedAgent | Existing<ChangedAgent>> {
  if (await insertAgent(context.tx, agent)) return changedView(customer, agent)
  const existing = await findAgentByExternalId(context.tx, agent.account_id, agent.external_id)
  if (existing === undefined) return registered(context, customer, agent)
  if (existing.customer_id !== agent.customer_id) throw new ApiError('external_id_conflict', { param: 'externalId' })
  return new Existing(changedView(customer, existing))
}

export const listAgents: ReadService<'listAgents'> = async (context, { query }) => {
  const { customerId, status, externalId } = query
  const page = await paginate(context, { name: 'listAgents', query }, (request) =>
    listRows(context.db, context.principal, { ...request, customerId, status, externalId }),
  )
  return mapPage(page, agentView)
}

export const getAgent: ReadService<'getAgent'> = async ({ db, principal }, { params }) =>
  agentView(found(await findAgent(db, principal, params.agentId), 'agent_not_found'))

export const updateAgent: WriteService<'updateAgent'> = async ({ tx, principal }, { params, body }) => {
  const { customer, agent: stored } = found(await lockAgent(tx, principal, params.agentId), 'agent_not_found')
  const { name, metadata, ...decisive } = body
  const changesDecisions = Object.entries(decisive).some(([field, value]) => field !== 'status' || value !== 'disabled')
  if (stored.status === 'disabled' && changesDecisions) throw new ApiError('agent_disabled')
  const agent: Agent = {
    ...stored,
    name: name ?? stored.name,
    status: body.status ?? stored.status,
    policy: patchedPolicy(stored.policy, body.policy),
    limits: patchedLimits(stored.limits, body.limits),
    metadata: checkFreeForm('metadata', mergedMetadata(stored.metadata, metadata)),
  }
  await saveAgent(tx, agent)
  await refreshExpiries(tx, { customer, agentId: agent.id, before: stored.policy, after: agent.policy })
  return changedView(customer, agent)
}

/** Disables the agent for good, closes its cards and ends its keys. What it spent stays readable. */
export const deleteAgent: WriteService<'deleteAgent'> = async ({ tx, clock, ids, principal }, { params }) => {
  const { agent: stored } = found(await lockAgent(tx, principal, params.agentId), 'agent_not_found')
  const now = clock.now()
  const agent: Agent = { ...stored, status: 'disabled', deleted_at: now }
  await saveAgent(tx, agent)
  const cards = await openCardsBeneath(tx, agent.customer_id, agent.id)
  await moveCards(tx, { cardIds: cards.map((card) => card.id), to: 'closed', reason: 'agent_deleted', now, ids })
  await revokeKeysOfAgent(tx, agent.id, now)
  return agentView(agent)
}

const changedView = (customer: Customer, agent: Agent): ChangedAgent => ({
  ...agentView(agent),
  warnings: warningsOf({ customer, agent, card: null }),
})

const agentView = (agent: Agent): AgentAnswer => ({
  id: agent.id,
  name: agent.name,
  status: agent.status,
  customerId: agent.customer_id,
  externalId: agent.external_id,
  limits: agent.limits,
  policy: agent.policy,
  metadata: agent.metadata ?? {},
  createdAt: timestamp(agent.created_at),
  ...(agent.deleted_at === null ? {} : { deletedAt: timestamp(agent.deleted_at) }),
})
