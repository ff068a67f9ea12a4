import { findAgent } from '../store/agents.ts'
import { findCardFamily } from '../store/card-family.ts'
import { findCustomer } from '../store/customers.ts'
import type { Levels } from '../store/subject.ts'
import { present } from '../lib/assert.ts'
import { invalidRequest } from '../contract/errors.ts'
import type { ReadContext } from './context.ts'
import { found } from './ownership.ts'

/** A customer, one of its agents or one of its cards, with the levels above it. */
export const levelsOfCard = async ({ db, principal }: ReadContext, cardId: string): Promise<Levels> =>
  found(await findCardFamily(db, principal, cardId), 'card_not_found')

export async function levelsOfAgent({ db, principal }: ReadContext, agentId: string): Promise<Levels> {
  const agent = found(await findAgent(db, principal, agentId), 'agent_not_found')
  const customer = await findCustomer(db, principal.accountId, agent.customer_id)
  return { customer: present(customer, 'an agent has a customer'), agent, card: null }
}

export async function levelsOfCustomer({ db, principal }: ReadContext, customerId: string): Promise<Levels> {
  const customer = await findCustomer(db, principal.accountId, customerId)
  return { customer: found(customer, 'customer_not_found'), agent: null, card: null }
}

export interface NamedLevels {
  readonly customerId?: string
  readonly agentId?: string
  readonly cardId?: string
}

/**
 * The levels that a request names: those of its most specific id. The other ids must exist and belong to it, else 404
 * or 400 `id_mismatch`. A key of the role `agent` has to name its agent or a card: what a whole customer has spent is
 * not its business.
 */
export async function namedLevels(context: ReadContext, named: NamedLevels): Promise<Levels> {
  const levels = await mostSpecific(context, named)
  if (named.agentId !== undefined && named.agentId !== levels.agent?.id) {
    await levelsOfAgent(context, named.agentId)
    throw mismatch('agentId')
  }
  if (named.customerId !== undefined && named.customerId !== levels.customer.id) {
    await visibleCustomer(context, named.customerId)
    throw mismatch('customerId')
  }
  return levels
}

async function mostSpecific(context: ReadContext, { cardId, agentId, customerId }: NamedLevels): Promise<Levels> {
  if (cardId !== undefined) return levelsOfCard(context, cardId)
  if (agentId !== undefined) return levelsOfAgent(context, agentId)
  if (customerId !== undefined) return visibleCustomer(context, customerId)
  throw invalidRequest('cardId', 'One of `cardId`, `agentId` and `customerId` is required.', 'parameter_missing')
}

async function visibleCustomer(context: ReadContext, customerId: string): Promise<Levels> {
  const customer = context.principal.agentId === null ? await levelsOfCustomer(context, customerId) : undefined
  return found(customer, 'customer_not_found')
}

const mismatch = (param: string) => invalidRequest(param, 'These ids do not belong together.', 'id_mismatch')
