import { sql, type Selectable } from 'kysely'
import { agentAuditChange } from '../../domain/changes/audited.ts'
import type { AgentWithAllFields } from '../../domain/changes/agent.ts'
import { assert } from '../../lib/assert.ts'
import { rowByIdSql } from '../sharding/by-id.ts'
import type { AuditedTx } from '../audit/trail.ts'
import { type LockedCustomer, lockRowWithCustomer } from '../locks/customer-lock.ts'
import type { Db } from '../connection/db.ts'
import { indexedListFilter } from '../statements/filters.ts'
import type { LoadedListPage, ListPageRequest } from '../statements/keyset.ts'
import { isRowVisibleToCallerSql, type CallerVisibleScope } from '../statements/scope.ts'
import { agentsTable as agentTable } from '../rows/agents.ts'
import type { AgentRow } from '../rows/tables.ts'
import { bucketOfExternalId, makeAgentExternalIdRow } from './agent-queries.ts'
import { asciiLower, searchListRows, splitSearchIntoWords } from '../statements/text-search.ts'

/** A row of the table `agents`, as lists read it. */
export type AgentRecord = Selectable<AgentRow>

export interface AgentQuery extends ListPageRequest {
  readonly customerId?: string | undefined
  readonly status?: string | undefined
  readonly externalId?: string | undefined
  /** The words of a search for agents. The agent's name or external id must contain each word. */
  readonly search?: string | undefined
}

/** Finds an agent that is not deleted. */
export async function findAgent(
  db: Db,
  scope: CallerVisibleScope,
  id: string,
): Promise<AgentWithAllFields | undefined> {
  const row = await findRow(db, scope, id)
  return row && agentTable.state(row)
}

const findRow = (db: Db, scope: CallerVisibleScope, id: string): Promise<AgentRecord | undefined> =>
  liveAgents(db).where(rowByIdSql(id)).where(isRowVisibleToCallerSql(scope, 'id')).executeTakeFirst()

export async function findAgentByExternalId(
  db: Db,
  accountId: string,
  externalId: string,
): Promise<AgentWithAllFields | undefined> {
  const id = await idOf(db, accountId, externalId)
  return id === undefined ? undefined : findAgent(db, { accountId, agentId: null }, id)
}

/** Locks the customer of an agent (see `lockCustomer`), and then reads the agent. Undefined: the caller cannot see such an agent. */
export async function lockAgent(
  writing: AuditedTx,
  scope: CallerVisibleScope,
  id: string,
): Promise<{ locked: LockedCustomer; agent: AgentWithAllFields } | undefined> {
  const behind = await lockRowWithCustomer(writing, (db) => findAgent(db, scope, id))
  return behind && { locked: behind.locked, agent: behind.found }
}

/**
 * Lists agents, newest first. If the caller's key belongs to an agent, or the query has an external id, at most one agent matches, and it
 * is found by its id.
 */
export async function listAgents(
  db: Db,
  scope: CallerVisibleScope,
  query: AgentQuery,
): Promise<LoadedListPage<AgentRecord>> {
  const { customerId, status, externalId } = query
  if (externalId !== undefined || scope.agentId !== null) return listOne(db, scope, query)
  const filter = indexedListFilter<AgentRow>(indexes, { account_id: scope.accountId, customer_id: customerId, status })
  return searchListRows(liveAgents(db), filter, { ...query, searchText })
}

const searchText = sql<string>`concat_ws(' ', name, external_id)`

const indexes = [['customer_id'], ['account_id', 'status'], ['account_id']] as const

async function listOne(db: Db, scope: CallerVisibleScope, query: AgentQuery): Promise<AgentRecord[]> {
  const { after, customerId, status, externalId, search = '' } = query
  const id = externalId === undefined ? scope.agentId : await idOf(db, scope.accountId, externalId)
  const agent = id === null || id === undefined ? undefined : await findRow(db, scope, id)
  if (agent === undefined || (after !== null && agent.id >= after)) return []
  const own = asciiLower(`${agent.name} ${agent.external_id}`)
  const isMatch =
    splitSearchIntoWords(search).every((word) => own.includes(word)) &&
    (customerId ?? agent.customer_id) === agent.customer_id &&
    (status ?? agent.status) === agent.status &&
    (externalId ?? agent.external_id) === agent.external_id
  return isMatch ? [agent] : []
}

/**
 * Inserts an agent. Resolves with false if another agent of the account has the external id. Waits for transactions that are inserting an
 * agent with the same external id.
 */
export async function insertAgent(locked: LockedCustomer, agent: AgentWithAllFields): Promise<boolean> {
  assert(locked.has(agent.customerId), 'an agent that is made belongs to a locked customer')
  const named = await locked.tx
    .insertInto('agent_external_ids')
    .values(makeAgentExternalIdRow(agent))
    .onConflict((conflict) => conflict.columns(['bucket', 'account_id', 'external_id']).doNothing())
    .returning('agent_id')
    .executeTakeFirst()
  if (named === undefined) return false
  await locked.tx.insertInto('agents').values(agentTable.row(agent)).execute()
  locked.audit.record(agentAuditChange(null, agent))
  return true
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
