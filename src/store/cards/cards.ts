import { sql, type SqlBool } from 'kysely'
import { bucketOfId } from '../../lib/buckets.ts'
import { cardAuditChange } from '../../domain/changes/audited.ts'
import type { CardWithAllFields } from '../../domain/changes/card.ts'
import { rowByIdSql } from '../sharding/by-id.ts'
import type { LockedCustomer, LockedCustomers } from '../locks/customer-lock.ts'
import type { Db } from '../connection/db.ts'
import { indexedListFilter } from '../statements/filters.ts'
import {
  type LoadedListPage,
  rowsOfOneOwnerSql,
  mapRowsOfListPage,
  type ListPageRequest,
} from '../statements/keyset.ts'
import { callerScopeFilters, isRowVisibleToCallerSql, type CallerVisibleScope } from '../statements/scope.ts'
import { cardsTable } from '../rows/cards.ts'
import type { CardRow } from '../rows/tables.ts'
import { isOwnCard } from '../statements/own-cards.ts'
import { searchListRows } from '../statements/text-search.ts'

export interface CardQuery extends ListPageRequest {
  readonly customerId?: string | undefined
  readonly agentId?: string | undefined
  /** The list has one-time cards if one of these two filters is given, and only then. */
  readonly parentCardId?: string | undefined
  readonly intentId?: string | undefined
  readonly status?: string | undefined
  /** The words of a search for cards. The card's label or last four digits must contain each word. */
  readonly search?: string | undefined
}

export const findCard = (db: Db, scope: CallerVisibleScope, id: string): Promise<CardWithAllFields | undefined> =>
  cardsTable.first(db.selectFrom('cards').selectAll().where(rowByIdSql(id)).where(isRowVisibleToCallerSql(scope)))

/** Reads a card of any account, for callers that have found the card's id themselves. Rejects if the card does not exist. */
export const readCardById = async (db: Db, id: string): Promise<CardWithAllFields> =>
  cardsTable.state(await db.selectFrom('cards').selectAll().where(rowByIdSql(id)).executeTakeFirstOrThrow())

const indexes = [
  ['intent_id'],
  ['parent_card_id'],
  ['agent_id'],
  ['customer_id'],
  ['account_id', 'status'],
  ['account_id'],
] as const

export async function listCards(
  db: Db,
  scope: CallerVisibleScope,
  query: CardQuery,
): Promise<LoadedListPage<CardWithAllFields>> {
  const loaded = await searchListRows(
    query.parentCardId === undefined && query.intentId === undefined
      ? db.selectFrom('cards').selectAll().where(isOwnCard)
      : db.selectFrom('cards').selectAll(),
    indexedListFilter<CardRow>(indexes, callerScopeFilters(scope), {
      customer_id: query.customerId,
      agent_id: query.agentId,
      parent_card_id: query.parentCardId,
      intent_id: query.intentId,
      status: query.status,
    }),
    { ...query, searchText },
  )
  return mapRowsOfListPage(loaded, (rows) => rows.map(cardsTable.state))
}

const searchText = sql<string>`concat_ws(' ', label, last4)`

/** Reads the newest cards of an agent that are not closed, at most `most`, without one-time cards. */
export const openCardsOfAgent = (
  db: Db,
  agentId: string,
  most: number,
): Promise<Pick<CardWithAllFields, 'id' | 'last4' | 'label' | 'status'>[]> =>
  db
    .selectFrom('cards')
    .selectAll()
    .where('bucket', '=', bucketOfId(agentId))
    .where(rowsOfOneOwnerSql(sql.ref('agent_id'), agentId))
    .where(isOwnCard)
    .where(sql<SqlBool>`status <> 'closed'`)
    .orderBy('agent_id', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

/** Saves what a card's number shows: its last digits and its expiry. Returns the card with them. */
export async function saveCardNumber(
  locked: LockedCustomers,
  before: CardWithAllFields,
  { last4, expMonth, expYear }: { readonly last4: string; readonly expMonth: string; readonly expYear: string },
): Promise<CardWithAllFields> {
  const after = { ...before, last4, expMonth, expYear }
  await locked.tx
    .updateTable('cards')
    .set({ last4, exp_month: expMonth, exp_year: expYear })
    .where(rowByIdSql(locked.own(before).id))
    .execute()
  locked.audit.record(cardAuditChange(before, after))
  return after
}

export async function insertCard(locked: LockedCustomer, card: CardWithAllFields): Promise<void> {
  const row = cardsTable.row(locked.own(card))
  await locked.tx.insertInto('cards').values(row).execute()
  locked.audit.record(cardAuditChange(null, card))
}
