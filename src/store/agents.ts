import type { Selectable } from 'kysely'
import { present } from '../lib/assert.ts'
import { lockCustomer, type Customer } from './customers.ts'
import type { Db, Tx } from './database.ts'
import { json } from './json.ts'
import { matching, newestFirst, type PageRequest } from './keyset.ts'
import { visibleTo, type Scope } from './scope.ts'
import type { AgentRow } from './tables.ts'

export type Agent = Selectable<AgentRow>

export interface AgentQuery extends PageRequest {
  readonly customerId?: string | undefined
  readonly status?: string | undefined
  readonly externalId?: string | undefined
}

/** An agent that was not deleted. */
export const findAgent = (db: Db, scope: Scope, id: string): Promise<Agent | undefined> =>
  liveAgents(db, scope).where('id', '=', id).executeTakeFirst()

export const findAgentByExternalId = (db: Db, accountId: string, externalId: string): Promise<Agent | undefined> =>
  liveAgents(db, { accountId, agentId: null }).where('external_id', '=', externalId).executeTakeFirst()

/** The agent with its customer, under the customer's lock: see `lockCustomer`. */
export async function lockAgent(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<{ customer: Customer; agent: Agent } | undefined> {
  const unlocked = await findAgent(tx, scope, id)
  if (unlocked === undefined) return undefined
  const customer = await lockCustomer(tx, unlocked.account_id, unlocked.customer_id)
  const agent = await findAgent(tx, scope, id)
  return agent && { customer: present(customer, 'an agent has a customer'), agent }
}

export const listAgents = (db: Db, scope: Scope, query: AgentQuery): Promise<Agent[]> =>
  newestFirst(
    liveAgents(db, scope).where(
      matching<AgentRow>({ customer_id: query.customerId, status: query.status, external_id: query.externalId }),
    ),
    query,
  ).execute()

/** Answers false where a living agent of the account holds that `external_id`; waits for one that is being made. */
export async function insertAgent(tx: Tx, agent: Agent): Promise<boolean> {
  const inserted = await tx
    .insertInto('agents')
    .values({ ...agent, ...jsonColumns(agent) })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'external_id']).where('deleted_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Writes back an agent that was changed under its customer's lock. */
export async function saveAgent(tx: Tx, agent: Agent): Promise<void> {
  const { name, status, deleted_at } = agent
  await tx
    .updateTable('agents')
    .set({ name, status, deleted_at, ...jsonColumns(agent) })
    .where('id', '=', agent.id)
    .execute()
}

const liveAgents = (db: Db, scope: Scope) =>
  db.selectFrom('agents').selectAll().where(visibleTo(scope, 'id')).where('deleted_at', 'is', null)

const jsonColumns = (agent: Agent) => ({
  policy: json(agent.policy),
  limits: json(agent.limits),
  metadata: json(agent.metadata),
})
