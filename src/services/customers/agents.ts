import type { ChangedAgent, Agent as AgentAnswer } from '../../contract/resources/agents.ts'
import { ApiError } from '../../contract/errors.ts'
import type { InputOf } from '../../contract/operations.ts'
import { FreeForm } from '../../contract/primitives.ts'
import { movedCard } from '../../domain/changes/card.ts'
import { agentLife } from '../../domain/lifecycles/agent.ts'
import { isFinal } from '../../domain/lifecycles/moves.ts'
import { timestamp } from '../../lib/clock.ts'
import { bucketOf } from '../../lib/buckets.ts'
import { timeOf } from '../../lib/ids.ts'
import {
  endAgent,
  findAgent,
  findAgentByExternalId,
  insertAgent,
  listAgents as listRows,
  lockAgent,
  saveAgent,
  type Agent,
} from '../../store/customers/agents.ts'
import { revokeKeysOfAgent } from '../../store/accounts/api-keys.ts'
import { lockedCards, saveCards } from '../../store/cards/save-cards.ts'
import { openCardsBeneath } from '../../store/cards/card-expiries.ts'
import { lockCustomer, type LockedCustomer } from '../../store/customers/customer-lock.ts'
import { findCustomer, type Customer } from '../../store/customers/customers.ts'
import { refreshExpiries } from '../cards/card-expiries.ts'
import { checkAllowedOrigins } from '../numbers/card-origins.ts'
import { Existing, type ReadService, type WriteContext, type WriteService } from '../request/context.ts'
import { read, write } from '../request/handler.ts'
import { warningsOf } from '../../domain/decision/policy-summary.ts'
import { checkFreeForm } from '../input/free-form.ts'
import { agentLoosening, unconfirmedByPerson } from './loosening.ts'
import { limitsOf, patchedLimits } from '../input/limits-input.ts'
import { mergedField } from '../input/merged.ts'
import { found } from '../input/ownership.ts'
import { paginate } from '../request/pagination.ts'
import { newShadow, patchedPolicy, policyOf, shadowAfter } from '../input/policy-input.ts'
import { tellAgentChanged } from './tell-changes.ts'

const mergedMetadata = mergedField<FreeForm>('metadata', FreeForm)

const createAgent: WriteService<'createAgent'> = async (context, { body }) => {
  checkAllowedOrigins(context, body)
  const { tx, principal } = context
  const { accountId } = principal
  const customer = found(await findCustomer(tx, accountId, body.customerId), 'customer_not_found')
  const earlier = await registered(context, customer, body.externalId)
  if (earlier) return earlier
  const locked = found(await lockCustomer(context, accountId, customer.id), 'customer_not_found')
  return register(context, locked, newAgent(context, customer, body))
}

function newAgent({ ids }: WriteContext, customer: Customer, body: InputOf<'createAgent'>['body']): Agent {
  const id = ids('agt', bucketOf(customer.id))
  return {
    id,
    account_id: customer.account_id,
    customer_id: customer.id,
    external_id: body.externalId,
    name: body.name ?? body.externalId,
    status: body.status ?? 'active',
    policy: policyOf(body.policy),
    ...newShadow(body.shadowPolicy, timeOf(id)),
    limits: limitsOf(body.limits),
    metadata: checkFreeForm('metadata', body.metadata ?? null),
    created_at: timeOf(id),
    deleted_at: null,
  }
}

/** The agent that holds an `externalId` already. */
async function registered(
  { tx, principal }: WriteContext,
  customer: Customer,
  externalId: string,
): Promise<Existing<ChangedAgent> | undefined> {
  const existing = await findAgentByExternalId(tx, principal.accountId, externalId)
  if (existing === undefined) return undefined
  if (existing.customer_id !== customer.id) throw new ApiError('external_id_conflict', { param: 'externalId' })
  return new Existing(changedAgentView(customer, existing))
}

/**
 * Stores an agent, or answers the one that holds its `externalId`. Of two registrations at once the second waits at the
 * unique key and then finds the first; where that one was deleted just now, the name is free and it tries again.
 */
async function register(
  context: WriteContext,
  locked: LockedCustomer,
  agent: Agent,
): Promise<ChangedAgent | Existing<ChangedAgent>> {
  if (await insertAgent(locked, agent)) return changedAgentView(locked.customer, agent)
  const earlier = await registered(context, locked.customer, agent.external_id)
  return earlier ?? register(context, locked, agent)
}

const listAgents: ReadService<'listAgents'> = async (context, { query }) => {
  const { customerId, status, externalId, search } = query
  return paginate(context, {
    name: 'listAgents',
    query,
    load: (page) => listRows(context.db, context.principal, { ...page, customerId, status, externalId, search }),
    view: agentView,
  })
}

const getAgent: ReadService<'getAgent'> = async ({ db, principal }, { params }) =>
  agentView(found(await findAgent(db, principal, params.agentId), 'agent_not_found'))

const updateAgent: WriteService<'updateAgent'> = async (context, { params, query, body: { proof, ...body } }) => {
  checkAllowedOrigins(context, body)
  const held = found(await lockAgent(context, context.principal, params.agentId), 'agent_not_found')
  const { agent: before } = held
  if (query.dryRun !== true && !isFinal(agentLife, before.status)) {
    const after = patchedAgent(before, body, context.clock.now())
    const asked = { operation: 'updateAgent', before, after, proof } as const
    const refusal = await unconfirmedByPerson(context, agentLoosening(asked))
    if (refusal !== null) return refusal
  }
  return changeAgent(context, held, body)
}

type Patch = Omit<InputOf<'updateAgent'>['body'], 'proof'>

/** What a PATCH makes of an agent, under its customer's lock. */
export async function changeAgent(
  context: WriteContext,
  { locked, agent: stored }: { locked: LockedCustomer; agent: Agent },
  body: Patch,
): Promise<ChangedAgent> {
  const { name: _name, metadata: _metadata, ...decisive } = body
  const changesDecisions = Object.entries(decisive).some(
    ([field, value]) => field !== 'status' || value !== stored.status,
  )
  if (isFinal(agentLife, stored.status) && changesDecisions) throw new ApiError('agent_disabled')
  const agent = patchedAgent(stored, body, context.clock.now())
  const change = await saveAgent(locked, stored, agent)
  await tellAgentChanged(locked, agent, { change, clock: context.clock })
  const { customer } = locked
  await refreshExpiries(locked, { customer, agentId: agent.id, before: stored.policy, after: agent.policy })
  return changedAgentView(customer, agent)
}

/** As the PATCH leaves it. */
export const patchedAgent = (stored: Agent, body: Patch, now: number): Agent => ({
  ...stored,
  name: body.name ?? stored.name,
  status: body.status ?? stored.status,
  policy: patchedPolicy(stored.policy, body.policy),
  ...shadowAfter(stored, body.shadowPolicy, now),
  limits: patchedLimits(stored.limits, body.limits),
  metadata: checkFreeForm('metadata', mergedMetadata(stored.metadata, body.metadata)),
})

/** Disables the agent for good, closes its cards and ends its keys. What it spent stays readable. */
const deleteAgent: WriteService<'deleteAgent'> = async (context, { params }) => {
  const { clock, principal } = context
  const { locked, agent: stored } = found(await lockAgent(context, principal, params.agentId), 'agent_not_found')
  const now = clock.now()
  const { agent, change } = await endAgent(locked, stored, now)
  await tellAgentChanged(locked, agent, { change, clock })
  const cards = await openCardsBeneath(locked, { agentId: agent.id })
  await closeCards(
    locked,
    cards.map((card) => card.id),
    now,
  )
  await revokeKeysOfAgent(locked, agent.id, now)
  return agentView(agent)
}

/** As many as are read at once: an agent may have a hundred thousand cards. */
const CARDS_AT_ONCE = 1000

async function closeCards(locked: LockedCustomer, cardIds: readonly string[], now: number): Promise<void> {
  for (let start = 0; start < cardIds.length; start += CARDS_AT_ONCE) {
    const cards = await lockedCards(locked, cardIds.slice(start, start + CARDS_AT_ONCE))
    const changes = cards.flatMap((card) => movedCard(card, { to: 'closed', reason: 'agent_deleted' }) ?? [])
    await saveCards(locked, changes, now)
  }
}

export const changedAgentView = (customer: Customer, agent: Agent): ChangedAgent => ({
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
  ...(agent.shadow_policy === null ? {} : { shadowPolicy: agent.shadow_policy }),
  metadata: agent.metadata ?? {},
  createdAt: timestamp(agent.created_at),
  ...(agent.deleted_at === null ? {} : { deletedAt: timestamp(agent.deleted_at) }),
})

export const agentHandlers = {
  createAgent: write(createAgent),
  listAgents: read(listAgents),
  getAgent: read(getAgent),
  updateAgent: write(updateAgent),
  deleteAgent: write(deleteAgent),
}
