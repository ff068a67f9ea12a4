import { type Selectable, sql } from 'kysely'
import type { AgentWithAllFields } from '../../domain/changes/agent.ts'
import type { CardWithAllFields } from '../../domain/changes/card.ts'
import { findCard } from './cards.ts'
import { rowByIdSql } from '../sharding/by-id.ts'
import type { AuditedTx } from '../audit/trail.ts'
import { lockRowWithCustomer, type LockedCustomer } from '../locks/customer-lock.ts'
import type { CustomerWithAllFields } from '../../domain/changes/customer.ts'
import { findCustomer } from '../customers/customers.ts'
import type { Db } from '../connection/db.ts'
import { readRowsBySql } from '../connection/read-sql.ts'
import { agentsTable } from '../rows/agents.ts'
import { cardsTable } from '../rows/cards.ts'
import { customersTable } from '../rows/customers.ts'
import type { DatabaseTables } from '../rows/tables.ts'
import { givenIdsQueryTable } from '../statements/given-rows.ts'
import type { CallerVisibleScope } from '../statements/scope.ts'
import { assertPresent } from '../../lib/assert.ts'

/** A card with the agent and the customer above it, on which its policy and status depend. The agent may be a deleted one. */
export interface CardWithAgentAndCustomer {
  readonly customer: CustomerWithAllFields
  readonly agent: AgentWithAllFields | null
  readonly card: CardWithAllFields
}

export interface LockedCardWithAgentAndCustomer extends CardWithAgentAndCustomer {
  readonly locked: LockedCustomer
}

/** Reads a card with the levels above it, without a lock. */
export async function readCardWithAgentAndCustomer(
  db: Db,
  scope: CallerVisibleScope,
  cardId: string,
): Promise<CardWithAgentAndCustomer | undefined> {
  const card = await findCard(db, scope, cardId)
  if (card === undefined) return undefined
  const customer = await findCustomer(db, card.accountId, card.customerId)
  return { customer: assertPresent(customer, 'a card has a customer'), agent: await agentOf(db, card), card }
}

/** Cards, agents and customers, each by its id. */
export interface CustomersAgentsAndCardsById {
  readonly cards: ReadonlyMap<string, CardWithAllFields>
  readonly agents: ReadonlyMap<string, AgentWithAllFields>
  readonly customers: ReadonlyMap<string, CustomerWithAllFields>
}

/** Reads cards and agents of an account, with the levels above them, each once however often it is named. Agents may be deleted ones. */
export async function readCardsAndAgents(
  db: Db,
  accountId: string,
  { cardIds, agentIds }: { cardIds: readonly string[]; agentIds: readonly string[] },
): Promise<CustomersAgentsAndCardsById> {
  const cards = await rowsOf(db, 'cards', { accountId, ids: cardIds })
  const agents = await rowsOf(db, 'agents', {
    accountId,
    ids: [...agentIds, ...cards.flatMap(({ agent_id: id }) => id ?? [])],
  })
  const customerIds = [...cards, ...agents].map(({ customer_id: id }) => id)
  const customers = await rowsOf(db, 'customers', { accountId, ids: customerIds })
  return {
    cards: new Map(cards.map((card) => [card.id, cardsTable.state(card)])),
    agents: new Map(agents.map((agent) => [agent.id, agentsTable.state(agent)])),
    customers: new Map(customers.map((customer) => [customer.id, customersTable.state(customer)])),
  }
}

/**
 * Reads cards, agents or customers by their ids. The `order by` makes the planner read each row by its id, even while the table is new and
 * has no statistics.
 */
async function rowsOf<T extends 'cards' | 'agents' | 'customers'>(
  db: Db,
  table: T,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<Selectable<DatabaseTables[T]>[]> {
  if (ids.length === 0) return []
  return readRowsBySql(
    db,
    sql<
      Selectable<DatabaseTables[T]>
    >`select stored.* from ${givenIdsQueryTable([...new Set(ids)])} cross join lateral (
        select * from ${sql.table(table)} where bucket = given.bucket and id = given.id order by id) stored
      where stored.account_id = ${accountId}`,
  )
}

/** Locks the customer of a card (see `lockCustomer`), and then reads the card with its agent and customer. */
export async function lockCardWithAgentAndCustomer(
  writing: AuditedTx,
  scope: CallerVisibleScope,
  cardId: string,
): Promise<LockedCardWithAgentAndCustomer | undefined> {
  const behind = await lockRowWithCustomer(writing, (db) => findCard(db, scope, cardId))
  if (behind === undefined) return undefined
  const { locked, found: card } = behind
  return { locked, customer: locked.customer, agent: await agentOf(locked.tx, card), card }
}

async function agentOf(db: Db, { agentId }: CardWithAllFields): Promise<AgentWithAllFields | null> {
  if (agentId === null) return null
  const agent = await db.selectFrom('agents').selectAll().where(rowByIdSql(agentId)).executeTakeFirst()
  return agentsTable.state(assertPresent(agent, 'an agent is never erased'))
}
