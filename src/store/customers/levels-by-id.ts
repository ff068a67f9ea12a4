import { type RawBuilder, sql } from 'kysely'
import type { CustomerName } from '../../contract/resources/customers.ts'
import { customerName } from '../../domain/names.ts'
import type { LevelIds } from '../../domain/batch/working-set.ts'
import type { Db } from '../connection/db.ts'
import { readSql } from '../connection/read-sql.ts'
import { givenIds } from '../sharding/given-rows.ts'

export interface LevelById extends LevelIds {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
  readonly isDeleted: boolean
}

type Row = Omit<LevelById, 'name'> & { readonly name: string | CustomerName | null }

/**
 * Reads the customers, agents and cards of an account that have these ids, whatever their status. An agent that is deleted has `isDeleted`.
 * The `order by` makes the planner read each of them by its id, and never all of the account, also while the tables are young.
 */
export async function levelsById(db: Db, accountId: string, ids: readonly string[]): Promise<LevelById[]> {
  const of = async (prefix: string, select: (ids: readonly string[]) => RawBuilder<Row>) => {
    const chosen = ids.filter((id) => id.startsWith(`${prefix}_`))
    return chosen.length === 0 ? [] : readSql(db, select(chosen))
  }
  const rows = await Promise.all([
    of(
      'cust',
      (customers) => sql<Row>`select stored.id, stored.id as "customerId", null as "agentId", null as "cardId",
          stored.name, stored.email, false as "isDeleted"
        from ${givenIds(customers)} cross join lateral (
          select * from customers where bucket = given.bucket and id = given.id order by id) stored
        where stored.account_id = ${accountId}`,
    ),
    of(
      'agt',
      (
        agents,
      ) => sql<Row>`select stored.id, stored.customer_id as "customerId", stored.id as "agentId", null as "cardId",
          stored.name, null as email, stored.deleted_at is not null as "isDeleted"
        from ${givenIds(agents)} cross join lateral (
          select * from agents where bucket = given.bucket and id = given.id order by id) stored
        where stored.account_id = ${accountId}`,
    ),
    of(
      'card',
      (
        cards,
      ) => sql<Row>`select stored.id, stored.customer_id as "customerId", stored.agent_id as "agentId", stored.id as "cardId",
          concat_ws(' ', coalesce(stored.label, 'Card'), '•••• ' || stored.last4) as name, null as email, false as "isDeleted"
        from ${givenIds(cards)} cross join lateral (
          select * from cards where bucket = given.bucket and id = given.id order by id) stored
        where stored.account_id = ${accountId}`,
    ),
  ])
  return rows.flat().map((row) => ({ ...row, name: typeof row.name === 'string' ? row.name : customerName(row.name) }))
}

interface CardOfOwner extends LevelIds {
  readonly cardId: string
  readonly ownerId: string
  readonly status: string
}

/**
 * Reads the newest cards of each of the given customers, or of the given agents (`of`), at most `most` cards of each. Cards of every status
 * are read, so that a customer with a great many closed cards costs no more than any other.
 */
export const newestCardsOf = async (
  db: Db,
  of: 'customer' | 'agent',
  { ids, most }: { ids: readonly string[]; most: number },
): Promise<CardOfOwner[]> =>
  ids.length === 0
    ? []
    : readSql(
        db,
        sql<CardOfOwner>`select newest.* from ${givenIds(ids)} cross join lateral (
          select id as "cardId", customer_id as "customerId", agent_id as "agentId", given.id as "ownerId", status from cards
          where bucket = given.bucket and ${sql.ref(`${of}_id`)} = given.id
          order by ${sql.ref(`${of}_id`)} desc, id desc limit ${most}) newest`,
      )
