import { sql } from 'kysely'
import type { CustomerName } from '../../contract/resources/customers.ts'
import type { LevelIds } from '../../domain/batch/working-set.ts'
import type { Db } from '../connection/db.ts'
import { readSql } from '../connection/read-sql.ts'
import { givenIds } from '../sharding/given-rows.ts'

export interface LevelById extends LevelIds {
  readonly id: string
  readonly name: string | CustomerName | null
  readonly email: string | null
}

/** The customers, agents and cards of an account that have these ids, whatever their status. Deleted agents are left out. */
export async function levelsById(db: Db, accountId: string, ids: readonly string[]): Promise<LevelById[]> {
  const of = (prefix: string) => ids.filter((id) => id.startsWith(`${prefix}_`))
  const [customers, agents, cards] = [of('cust'), of('agt'), of('card')]
  const rows = await Promise.all([
    customers.length === 0
      ? []
      : readSql(
          db,
          sql<LevelById>`select c.id, c.id as "customerId", null as "agentId", null as "cardId", c.name, c.email
          from ${givenIds(customers)} join customers c on c.bucket = given.bucket and c.id = given.id
          where c.account_id = ${accountId}`,
        ),
    agents.length === 0
      ? []
      : readSql(
          db,
          sql<LevelById>`select a.id, a.customer_id as "customerId", a.id as "agentId", null as "cardId", a.name, null as email
          from ${givenIds(agents)} join agents a on a.bucket = given.bucket and a.id = given.id
          where a.account_id = ${accountId} and a.deleted_at is null`,
        ),
    cards.length === 0
      ? []
      : readSql(
          db,
          sql<LevelById>`select c.id, c.customer_id as "customerId", c.agent_id as "agentId", c.id as "cardId",
            concat_ws(' ', coalesce(c.label, 'Card'), '•••• ' || c.last4) as name, null as email
          from ${givenIds(cards)} join cards c on c.bucket = given.bucket and c.id = given.id
          where c.account_id = ${accountId}`,
        ),
  ])
  return rows.flat()
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
