import { sql } from 'kysely'
import type { CustomerName } from '../../contract/sheets/customer-fields.ts'
import { customerName } from '../../domain/names.ts'
import type { SpendingLevelIds } from '../../domain/batch/working-set.ts'
import type { Db } from '../connection/db.ts'
import { readRowsBySql } from '../connection/read-sql.ts'
import { isOwnCard } from '../statements/own-cards.ts'
import { givenIdsQueryTable } from '../statements/given-rows.ts'

export interface CustomerAgentOrCardById extends SpendingLevelIds {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
  readonly isDeleted: boolean
}

type Row = Omit<CustomerAgentOrCardById, 'name'> & { readonly name: string | CustomerName | null }

/**
 * The way in which one kind of level is read: customers, agents or cards. `columns`: SQL for the fields of `Row` except the id, from a row
 * of the table called `stored`.
 */
interface Kind {
  readonly prefix: string
  readonly table: string
  readonly columns: string
}

const KINDS: readonly Kind[] = [
  {
    prefix: 'cust',
    table: 'customers',
    columns: `stored.id as "customerId", null as "agentId", null as "cardId", stored.name, stored.email, false as "isDeleted"`,
  },
  {
    prefix: 'agt',
    table: 'agents',
    columns: `stored.customer_id as "customerId", stored.id as "agentId", null as "cardId", stored.name, null as email,
      stored.deleted_at is not null as "isDeleted"`,
  },
  {
    prefix: 'card',
    table: 'cards',
    columns: `stored.customer_id as "customerId", stored.agent_id as "agentId", stored.id as "cardId",
      concat_ws(' ', coalesce(stored.label, 'Card'), '•••• ' || stored.last4) as name, null as email, false as "isDeleted"`,
  },
]

/**
 * Reads the customers, agents and cards of an account that have these ids, whatever their status. An agent that is deleted has `isDeleted`.
 * The `order by` makes the planner read each row by its id, and never all rows of the account, even while the tables are new and have no
 * statistics.
 */
export async function readCustomersAgentsAndCardsById(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<CustomerAgentOrCardById[]> {
  const read = async ({ prefix, table, columns }: Kind): Promise<Row[]> => {
    const chosen = ids.filter((id) => id.startsWith(`${prefix}_`))
    if (chosen.length === 0) return []
    return readRowsBySql(
      db,
      sql<Row>`select stored.id, ${sql.raw(columns)} from ${givenIdsQueryTable(chosen)} cross join lateral (
          select * from ${sql.table(table)} where bucket = given.bucket and id = given.id order by id) stored
        where stored.account_id = ${accountId}`,
    )
  }
  const rows = await Promise.all(KINDS.map(read))
  return rows.flat().map((row) => ({ ...row, name: typeof row.name === 'string' ? row.name : customerName(row.name) }))
}

interface CardOfOwner extends SpendingLevelIds {
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
    : readRowsBySql(
        db,
        sql<CardOfOwner>`select newest.* from ${givenIdsQueryTable(ids)} cross join lateral (
          select id as "cardId", customer_id as "customerId", agent_id as "agentId", given.id as "ownerId", status from cards
          where bucket = given.bucket and ${sql.ref(`${of}_id`)} = given.id and ${isOwnCard}
          order by ${sql.ref(`${of}_id`)} desc, id desc limit ${most}) newest`,
      )
