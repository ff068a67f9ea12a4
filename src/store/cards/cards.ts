import { sql, type SqlBool } from 'kysely'
import { bucketOf } from '../../lib/buckets.ts'
import { cardRowChange } from '../audit/audited-rows.ts'
import { rowById } from '../sharding/by-id.ts'
import type { LockedCustomer } from '../locks/customer-lock.ts'
import type { Db } from '../connection/db.ts'
import { matchingFilters } from '../statements/filters.ts'
import { type LoadedListPage, isOfOwnerSql, type PageRequest } from '../statements/keyset.ts'
import { scopeFilters, isVisibleSql, type VisibleScope } from '../statements/scope.ts'
import { cardsTable as cardTable } from '../rows/cards.ts'
import type { SelectedRow } from '../statements/table-types.ts'
import type { CardRow } from '../rows/tables.ts'
import { searchedRows } from '../statements/text-search.ts'

export type StoredCard = SelectedRow<typeof cardTable>

export interface CardQuery extends PageRequest {
  readonly customerId?: string | undefined
  readonly agentId?: string | undefined
  readonly status?: string | undefined
  /** The words of a search for cards. The card's label or last four digits must contain each word. */
  readonly search?: string | undefined
}

export const findCard = (db: Db, scope: VisibleScope, id: string): Promise<StoredCard | undefined> =>
  db.selectFrom('cards').selectAll().where(rowById(id)).where(isVisibleSql(scope)).executeTakeFirst()

/** Reads a card of any account, for callers that have found the card's id themselves. Rejects if the card does not exist. */
export const cardRow = (db: Db, id: string): Promise<StoredCard> =>
  db.selectFrom('cards').selectAll().where(rowById(id)).executeTakeFirstOrThrow()

const indexes = [['agent_id'], ['customer_id'], ['account_id', 'status'], ['account_id']] as const

export const listCards = (db: Db, scope: VisibleScope, query: CardQuery): Promise<LoadedListPage<StoredCard>> =>
  searchedRows(
    db.selectFrom('cards').selectAll(),
    matchingFilters<CardRow>(indexes, scopeFilters(scope), {
      customer_id: query.customerId,
      agent_id: query.agentId,
      status: query.status,
    }),
    { ...query, searchText },
  )

const searchText = sql<string>`concat_ws(' ', label, last4)`

/** Reads the newest cards of an agent that are not closed, at most `most`. */
export const openCardsOfAgent = (db: Db, agentId: string, most: number): Promise<StoredCard[]> =>
  db
    .selectFrom('cards')
    .selectAll()
    .where('bucket', '=', bucketOf(agentId))
    .where(isOfOwnerSql(sql.ref('agent_id'), agentId))
    .where(sql<SqlBool>`status <> 'closed'`)
    .orderBy('agent_id', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

export async function insertCard(locked: LockedCustomer, card: StoredCard): Promise<void> {
  const row = cardTable.row({ ...cardTable.state(locked.own(card)), closedAt: card.closed_at })
  await locked.tx.insertInto('cards').values(row).execute()
  locked.audit.record(cardRowChange(null, card))
}
