import { sql, type Selectable } from 'kysely'
import type { ResourceChange } from '../../domain/audit/record.ts'
import { present } from '../../lib/assert.ts'
import { bucketOfText } from '../../lib/buckets.ts'
import { agentChange } from '../audit/audited-rows.ts'
import { byId, inBucketOf } from '../sharding/by-id.ts'
import type { Writing } from '../audit/trail.ts'
import { lockCustomer, type LockedCustomer } from './customer-lock.ts'
import type { Db } from '../connection/db.ts'
import { matching } from '../statements/filters.ts'
import { tellIssuersOfRules } from '../issuers/issuer-calls.ts'
import { json } from '../statements/json.ts'
import type { Loaded, PageRequest } from '../statements/keyset.ts'
import { visibleTo, type Scope } from '../statements/scope.ts'
import type { AgentExternalIdRow, AgentRow } from '../rows/tables.ts'
import { asciiLower, searched, wordsOf } from '../statements/text-search.ts'

export type Agent = Selectable<AgentRow>

export interface AgentQuery extends PageRequest {
  readonly customerId?: string | undefined
  readonly status?: string | undefined
  readonly externalId?: string | undefined
  /** Words of the name or the external id. */
  readonly search?: string | undefined
}

/** An agent that was not deleted. */
export const findAgent = (db: Db, scope: Scope, id: string): Promise<Agent | undefined> =>
  liveAgents(db).where(byId(id)).where(visibleTo(scope, 'id')).executeTakeFirst()

export async function findAgentByExternalId(db: Db, accountId: string, externalId: string): Promise<Agent | undefined> {
  const id = await idOf(db, accountId, externalId)
  return id === undefined ? undefined : findAgent(db, { accountId, agentId: null }, id)
}

/** The agent, under the lock of its customer: see `lockCustomer`. */
export async function lockAgent(
  writing: Writing,
  scope: Scope,
  id: string,
): Promise<{ locked: LockedCustomer; agent: Agent } | undefined> {
  const unlocked = await findAgent(writing.tx, scope, id)
  if (unlocked === undefined) return undefined
  const locked = await lockCustomer(writing, unlocked.account_id, unlocked.customer_id)
  const agent = await findAgent(writing.tx, scope, id)
  return agent && { locked: present(locked, 'an agent has a customer'), agent }
}

/** An agent's key lists one agent, and an external id names one: either is found by its id. */
export async function listAgents(db: Db, scope: Scope, query: AgentQuery): Promise<Loaded<Agent>> {
  const { customerId, status, externalId } = query
  if (externalId !== undefined || scope.agentId !== null) return listOne(db, scope, query)
  const found = matching<AgentRow>(indexes, { account_id: scope.accountId, customer_id: customerId, status })
  return searched(liveAgents(db), found, { ...query, seen })
}

const seen = sql<string>`concat_ws(' ', name, external_id)`

const indexes = [['customer_id'], ['account_id', 'status'], ['account_id']] as const

async function listOne(db: Db, scope: Scope, query: AgentQuery): Promise<Agent[]> {
  const { after, customerId, status, externalId, search = '' } = query
  const id = externalId === undefined ? scope.agentId : await idOf(db, scope.accountId, externalId)
  const agent = id === null || id === undefined ? undefined : await findAgent(db, scope, id)
  if (agent === undefined || (after !== null && agent.id >= after)) return []
  const own = asciiLower(`${agent.name} ${agent.external_id}`)
  const isAsked =
    wordsOf(search).every((word) => own.includes(word)) &&
    (customerId ?? agent.customer_id) === agent.customer_id &&
    (status ?? agent.status) === agent.status &&
    (externalId ?? agent.external_id) === agent.external_id
  return isAsked ? [agent] : []
}

/** Answers false where a living agent of the account holds that `external_id`; waits for one that is being made. */
export async function insertAgent(locked: LockedCustomer, agent: Agent): Promise<boolean> {
  const { id, account_id, external_id } = locked.own(agent)
  const name: AgentExternalIdRow = { account_id, external_id, agent_id: id }
  const named = await locked.tx
    .insertInto('agent_external_ids')
    .values({ ...name, bucket: bucketOfExternalId(account_id, external_id) })
    .onConflict((conflict) => conflict.columns(['bucket', 'account_id', 'external_id']).doNothing())
    .returning('agent_id')
    .executeTakeFirst()
  if (named === undefined) return false
  const row = { ...agent, ...jsonColumns(agent) }
  await locked.tx.insertInto('agents').values(inBucketOf(id, row)).execute()
  locked.audit.record(agentChange(null, agent))
  return true
}

/** Writes back an agent that was changed. Answers what was. */
export async function saveAgent(locked: LockedCustomer, before: Agent, agent: Agent): Promise<ResourceChange> {
  const { id, name, status } = locked.own(agent)
  await locked.tx
    .updateTable('agents')
    .set({ name, status, ...jsonColumns(agent) })
    .where(byId(id))
    .execute()
  const change = locked.audit.record(agentChange(before, agent))
  await tellIssuersOfRules(locked, agent.customer_id, change)
  return change
}

/** Disables an agent for good. Its external id is free for another. */
export async function endAgent(
  locked: LockedCustomer,
  agent: Agent,
  now: number,
): Promise<{ agent: Agent; change: ResourceChange }> {
  const { id, account_id, external_id } = locked.own(agent)
  const end = { status: 'disabled', deleted_at: now } as const
  await locked.tx.updateTable('agents').set(end).where(byId(id)).execute()
  await locked.tx
    .deleteFrom('agent_external_ids')
    .where('bucket', '=', bucketOfExternalId(account_id, external_id))
    .where('account_id', '=', account_id)
    .where('external_id', '=', external_id)
    .execute()
  const ended = { ...agent, ...end }
  return { agent: ended, change: locked.audit.record(agentChange(agent, ended)) }
}

const liveAgents = (db: Db) => db.selectFrom('agents').selectAll().where('deleted_at', 'is', null)

async function idOf(db: Db, accountId: string, externalId: string): Promise<string | undefined> {
  const name = await db
    .selectFrom('agent_external_ids')
    .select('agent_id')
    .where('bucket', '=', bucketOfExternalId(accountId, externalId))
    .where('account_id', '=', accountId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  return name?.agent_id
}

const bucketOfExternalId = (accountId: string, externalId: string): number => bucketOfText(`${accountId} ${externalId}`)

const jsonColumns = (agent: Agent) => ({
  policy: json(agent.policy),
  shadow_policy: json(agent.shadow_policy),
  shadow_since: agent.shadow_since,
  limits: json(agent.limits),
  metadata: json(agent.metadata),
})
