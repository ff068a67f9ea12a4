import type { ChangedAgent } from '../../contract/resources/agents.ts'
import { ApiError } from '../../contract/errors.ts'
import type { OperationInputOf } from '../../contract/operations.ts'
import { agentSheet } from '../../contract/sheets/agent.ts'
import {
  type UnsavedAgentChange,
  disableAgentForGood,
  agentNameAndMetadataChange,
  changeAgentRulesOrStatus,
  type AgentWithAllFields,
} from '../../domain/changes/agent.ts'
import { agentApiAnswer } from '../../domain/changes/agent-answer.ts'
import { cardStatusChange } from '../../domain/changes/card.ts'
import type { CustomerWithAllFields } from '../../domain/changes/customer.ts'
import { agentLifecycle } from '../../domain/lifecycles/agent.ts'
import { isFinalLifecycleStatus } from '../../domain/lifecycles/moves.ts'
import { assertPresent } from '../../lib/assert.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { timeOfId } from '../../lib/ids.ts'
import {
  findAgent,
  findAgentByExternalId,
  insertAgent,
  listAgents as listRows,
  lockAgent,
} from '../../store/customers/agents.ts'
import { revokeApiKeysOfAgent } from '../../store/accounts/api-keys.ts'
import { lockedCards } from '../../store/cards/locked-cards.ts'
import { saveAuditedChanges } from '../../store/changes/save-changes.ts'
import { cardExpirySaveStatements } from '../../store/cards/card-expiries.ts'
import { agentSaveStatements } from '../../store/customers/agent-queries.ts'
import { cardSaveStatements } from '../../store/cards/card-saving.ts'
import { openCardsOfCustomerOrAgent } from '../../store/cards/card-expiries.ts'
import { lockCustomer, type LockedCustomer } from '../../store/locks/customer-lock.ts'
import { findCustomer } from '../../store/customers/customers.ts'
import { cardExpiriesOfAgent } from '../cards/card-expiries.ts'
import { checkAllowedOrigins } from '../levels/card-origins.ts'
import { agentsTable as agentTable } from '../../store/rows/agents.ts'
import {
  AlreadyExistingAnswer,
  type ReadOperationService,
  type WriteOperationContext,
  type WriteOperationService,
} from '../request/context.ts'
import { readOperationHandler, writeOperationHandler } from '../request/handler.ts'
import { policyWarningsOf } from '../../domain/warnings/policy-summary.ts'
import { looseningOfAgentChange, looseningUnconfirmedByPerson } from '../levels/loosening.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { paginate } from '../request/pagination.ts'
import { newResourceSettings, patchedResourceSettings } from '../input/settings-input.ts'

const createAgent: WriteOperationService<'createAgent'> = async (context, { body }) => {
  checkAllowedOrigins(context, body)
  const { tx, principal } = context
  const { accountId } = principal
  const customer = objectOr404(await findCustomer(tx, accountId, body.customerId), 'customer_not_found')
  const earlier = await registered(context, customer, body.externalId)
  if (earlier) return earlier
  const locked = objectOr404(await lockCustomer(context, accountId, customer.id), 'customer_not_found')
  return register(context, locked, newAgent(context, customer, body))
}

const settings = newResourceSettings(agentSheet)

function newAgent(
  { ids }: WriteOperationContext,
  customer: CustomerWithAllFields,
  body: OperationInputOf<'createAgent'>['body'],
): AgentWithAllFields {
  const id = ids('agt', bucketOfId(customer.id))
  const { externalId, name = externalId } = body
  return {
    id,
    accountId: customer.accountId,
    customerId: customer.id,
    externalId,
    ...settings({ ...body, name }, { currency: customer.currency, now: timeOfId(id) }),
    createdAt: timeOfId(id),
    deletedAt: null,
  }
}

/**
 * The agent of this customer that already has an `externalId`. Undefined: no agent has it. Throws `external_id_conflict` where another
 * customer's agent has it.
 */
async function registered(
  { tx, principal }: WriteOperationContext,
  customer: CustomerWithAllFields,
  externalId: string,
): Promise<AlreadyExistingAnswer<ChangedAgent> | undefined> {
  const existing = await findAgentByExternalId(tx, principal.accountId, externalId)
  if (existing === undefined) return undefined
  if (existing.customerId !== customer.id) throw new ApiError('external_id_conflict', { param: 'externalId' })
  return new AlreadyExistingAnswer(changedAgentView(customer, existing))
}

/**
 * Inserts an agent, or returns the agent that already has its `externalId`. Of two registrations at once, the second waits at the unique
 * key and then finds the agent of the first. Where that agent was deleted just now, the `externalId` is free and the second tries again.
 */
async function register(
  context: WriteOperationContext,
  locked: LockedCustomer,
  agent: AgentWithAllFields,
): Promise<ChangedAgent | AlreadyExistingAnswer<ChangedAgent>> {
  if (await insertAgent(locked, agent)) return changedAgentView(locked.customer, agent)
  const earlier = await registered(context, locked.customer, agent.externalId)
  return earlier ?? register(context, locked, agent)
}

const listAgents: ReadOperationService<'listAgents'> = async (context, { query }) => {
  const { customerId, status, externalId, search } = query
  return paginate(context, {
    name: 'listAgents',
    query,
    load: (page) => listRows(context.db, context.principal, { ...page, customerId, status, externalId, search }),
    view: (row) => agentApiAnswer(agentTable.state(row)),
  })
}

const getAgent: ReadOperationService<'getAgent'> = async ({ db, principal }, { params }) =>
  agentApiAnswer(objectOr404(await findAgent(db, principal, params.agentId), 'agent_not_found'))

const updateAgent: WriteOperationService<'updateAgent'> = async (context, { params, body: { proof, ...patch } }) => {
  checkAllowedOrigins(context, patch)
  const { locked, agent } = objectOr404(await lockAgent(context, context.principal, params.agentId), 'agent_not_found')
  const now = context.clock.now()
  const change = patchedAgent({ customer: locked.customer, agent }, patch, now)
  if (!isFinalLifecycleStatus(agentLifecycle, agent.status)) {
    const refusal = await looseningUnconfirmedByPerson(
      context,
      looseningOfAgentChange({ operation: 'updateAgent', ...change, proof }),
    )
    if (refusal !== null) return refusal
  }
  await saveAgent(locked, change, now)
  return changedAgentView(locked.customer, change.after)
}

/** The dry run of `updateAgent`: makes the change and saves nothing. */
const tryUpdateAgent: ReadOperationService<'updateAgent'> = async (
  context,
  { params, body: { proof: _proof, ...patch } },
) => {
  checkAllowedOrigins(context, patch)
  const { db, principal, clock } = context
  const agent = objectOr404(await findAgent(db, principal, params.agentId), 'agent_not_found')
  const customer = assertPresent(await findCustomer(db, agent.accountId, agent.customerId), 'an agent has a customer')
  return changedAgentView(customer, patchedAgent({ customer, agent }, patch, clock.now()).after)
}

/** Saves a change of an agent, with the new expiries of its cards. `now`: Unix milliseconds. */
export async function saveAgent(locked: LockedCustomer, change: UnsavedAgentChange, now: number): Promise<void> {
  const expiries = await cardExpiriesOfAgent(locked, change)
  await saveAuditedChanges(locked, [agentSaveStatements([change], now), cardExpirySaveStatements(expiries)])
}

type Patch = Omit<OperationInputOf<'updateAgent'>['body'], 'proof'>

const patched = patchedResourceSettings(agentSheet)

/** The change that a PATCH makes to an agent. Throws `agent_disabled` for a disabled agent. `now`: Unix milliseconds. */
export function patchedAgent(
  { agent, customer: { currency } }: AgentFamily,
  patch: Patch,
  now: number,
): UnsavedAgentChange {
  const after = () => ({ ...agent, ...patched(agent, patch, { currency, now }) })
  return touchesDecisions(agent, patch)
    ? agentChangeUnlessDisabled(changeAgentRulesOrStatus(agent, after))
    : agentNameAndMetadataChange(agent, after())
}

interface AgentFamily {
  readonly customer: { readonly currency: string }
  readonly agent: AgentWithAllFields
}

/** Whether a PATCH names a field that decisions read. A `status` that the agent already has does not count. */
const touchesDecisions = (
  agent: AgentWithAllFields,
  { name: _name, metadata: _metadata, ...decisive }: Patch,
): boolean => Object.entries(decisive).some(([field, value]) => field !== 'status' || value !== agent.status)

/** Returns an allowed change of an agent. Throws `agent_disabled` in place of a refused change. */
export function agentChangeUnlessDisabled(change: UnsavedAgentChange | 'agent_disabled'): UnsavedAgentChange {
  if (change === 'agent_disabled') throw new ApiError('agent_disabled')
  return change
}

/** Disables the agent for good, closes its cards and revokes its API keys. Its transactions stay readable. */
const deleteAgent: WriteOperationService<'deleteAgent'> = async (context, { params }) => {
  const { clock, principal } = context
  const { locked, agent } = objectOr404(await lockAgent(context, principal, params.agentId), 'agent_not_found')
  const now = clock.now()
  const change = disableAgentForGood(agent, now)
  await saveAuditedChanges(locked, [agentSaveStatements([change], now)])
  const cards = await openCardsOfCustomerOrAgent(locked, { agentId: agent.id })
  await closeCards(
    locked,
    cards.map((card) => card.id),
    now,
  )
  await revokeApiKeysOfAgent(locked, agent.id, now)
  return agentApiAnswer(change.after)
}

/** How many of a disabled agent's cards are read at once: an agent may have a hundred thousand cards. */
const CARDS_AT_ONCE = 1000

async function closeCards(locked: LockedCustomer, cardIds: readonly string[], now: number): Promise<void> {
  for (let start = 0; start < cardIds.length; start += CARDS_AT_ONCE) {
    const cards = await lockedCards(locked, cardIds.slice(start, start + CARDS_AT_ONCE))
    const changes = cards.flatMap((card) => cardStatusChange(card, { to: 'closed', reason: 'agent_deleted' }) ?? [])
    await saveAuditedChanges(locked, [cardSaveStatements(changes, now)])
  }
}

export const changedAgentView = (customer: CustomerWithAllFields, agent: AgentWithAllFields): ChangedAgent => ({
  ...agentApiAnswer(agent),
  warnings: policyWarningsOf({ customer, agent, card: null }),
})

export const agentHandlers = {
  createAgent: writeOperationHandler(createAgent),
  listAgents: readOperationHandler(listAgents),
  getAgent: readOperationHandler(getAgent),
  updateAgent: writeOperationHandler(updateAgent, tryUpdateAgent),
  deleteAgent: writeOperationHandler(deleteAgent),
}
