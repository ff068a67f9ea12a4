import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../connection/db.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { type IndexedListFilter, indexedListFilter } from '../statements/filters.ts'
import { rowByIdSql } from '../sharding/by-id.ts'
import { type IdRange, type LoadedListPage, listRowsNewestFirst, type ListPageRequest } from '../statements/keyset.ts'
import { callerScopeFilters, type CallerVisibleScope, isRowVisibleToCallerSql } from '../statements/scope.ts'
import { levelNameColumns, type LevelNameColumns } from '../statements/names.ts'
import { listedTransactions, type StoredTransaction } from '../rows/transactions.ts'
import { idRangeOfTimeRange, type TimeRange } from '../statements/time-range.ts'
import {
  needsTransactionRowSearch,
  transactionSearchRange,
  withTransactionSearch,
  type TransactionSearchFilters,
} from './transaction-search.ts'
import { type TransactionNotes, transactionNotes } from './notes-column.ts'

/** A row of a transaction, with what the account notes beside it. */
export type TransactionWithNotes<T> = T & { readonly notes: TransactionNotes | null }

export type ListedTransaction = Pick<StoredTransaction, (typeof listedTransactions)['columnNames'][number]>

/** A transaction with the current names of its customer, agent and card. */
export type NamedTransaction = TransactionWithNotes<ListedTransaction> &
  LevelNameColumns & { readonly customer_email: string | null; readonly last4: string | null }

/**
 * Finds the transaction of a card's authorization by the keyed hashes of its reference. The card is compared in the code, because with a
 * condition on the card the planner could read all of the card's transactions.
 */
export async function transactionOfReference(
  db: Db,
  cardId: string,
  hashes: readonly string[],
): Promise<{ id: string; authorized_amount: number } | undefined> {
  const rows = await db
    .selectFrom('transactions')
    .select(['id', 'card_id', 'authorized_amount'])
    .where('bucket', '=', bucketOfId(cardId))
    .where('reference_hash', '=', sql<string>`any(${[...hashes]}::text[])`)
    .execute()
  return rows.find((transaction) => transaction.card_id === cardId)
}

export interface TransactionQuery extends ListPageRequest, TransactionSearchFilters {
  readonly customerId?: string | undefined
  readonly agentId?: string | undefined
  readonly cardId?: string | undefined
  readonly intentId?: string | undefined
  readonly subscriptionId?: string | undefined
  readonly status?: string | undefined
  /** Only transactions that were made in this range of time are listed. */
  readonly created?: TimeRange | undefined
  /** The id of the oldest transaction to list. Undefined: transactions of any age are listed. */
  readonly upTo?: string | undefined
}

const indexes = [
  ['subscription_id'],
  ['intent_id'],
  ['card_id'],
  ['agent_id'],
  ['account_id', 'customer_id'],
  ['account_id'],
] as const

/** Lists transactions, newest first. A search returns `stoppedAt` if it ends before all transactions were compared. */
export async function listTransactions(
  db: Db,
  scope: CallerVisibleScope,
  query: TransactionQuery,
): Promise<LoadedListPage<TransactionWithNotes<ListedTransaction>>> {
  const { filter, range, stop } = await rangeOf(db, scope, query)
  const rows = await listRowsNewestFirst(listed(db), filter, { limit: query.limit, ...range }).execute()
  return stop === undefined || rows.length > query.limit ? rows : { rows, stoppedAt: stop }
}

/** Lists the same rows as `listTransactions`, with the names of customer, agent and card. */
export async function listNamedTransactions(
  db: Db,
  scope: CallerVisibleScope,
  query: TransactionQuery,
): Promise<LoadedListPage<NamedTransaction>> {
  const { filter, range, stop } = await rangeOf(db, scope, query)
  const rows = await listRowsNewestFirst(named(db), filter, { limit: query.limit, ...range }).execute()
  return stop === undefined || rows.length > query.limit ? rows : { rows, stoppedAt: stop }
}

/**
 * Makes the filter and the range of ids for a list of transactions. `stop`: the last id that a search compares; null if the search compares
 * all transactions, undefined if the query needs no search.
 */
async function rangeOf(
  db: Db,
  scope: CallerVisibleScope,
  query: TransactionQuery,
): Promise<{ filter: IndexedListFilter; range: IdRange & { after: string | null }; stop?: string | null }> {
  const filter = filterOf(scope, query)
  const range = { after: query.after, ...idsOf(query) }
  if (!needsTransactionRowSearch(query)) return { filter, range }
  const { stop, ...searched } = await transactionSearchRange(db, filter, range)
  return { filter: withTransactionSearch(filter, query), range: { after: query.after, ...searched }, stop }
}

/** Finds the id of the last transaction of a list of `most` transactions. Null: the list has fewer transactions. */
export async function lastListedTransactionId(
  db: Db,
  scope: CallerVisibleScope,
  query: Omit<TransactionQuery, 'limit'> & { most: number },
): Promise<string | null> {
  const { after, most } = query
  return (await transactionSearchRange(db, filterOf(scope, query), { after, most, ...idsOf(query) })).stop
}

const filterOf = (scope: CallerVisibleScope, query: Omit<TransactionQuery, 'limit'>): IndexedListFilter =>
  indexedListFilter<StoredTransaction>(indexes, callerScopeFilters(scope), {
    customer_id: query.customerId,
    agent_id: query.agentId,
    card_id: query.cardId,
    intent_id: query.intentId,
    subscription_id: query.subscriptionId,
    status: query.status,
  })

function idsOf({ created = {}, settled = {}, upTo = '' }: Omit<TransactionQuery, 'limit'>): IdRange {
  const { from = '', before } = idRangeOfTimeRange('txn', created)
  // No transaction is settled before it is made, so transactions that were made after the range of settlement need not be read.
  const last = idRangeOfTimeRange('txn', { before: settled.before }).before
  const end = before === undefined || (last !== undefined && last < before) ? last : before
  return { from: from > upTo ? from : upTo, before: end }
}

export const findTransaction = (
  db: Db,
  scope: CallerVisibleScope,
  id: string,
): Promise<TransactionWithNotes<ListedTransaction> | undefined> =>
  listed(db).where(rowByIdSql(id)).where(isRowVisibleToCallerSql(scope)).executeTakeFirst()

const listed = (db: Db) =>
  db.selectFrom('transactions').select(listedTransactions.columnNames).select(transactionNotes.as('notes'))

const named = (db: Db) =>
  listed(db)
    .select(levelNameColumns('transactions'))
    .select([
      ofOwner('customers', 'email', sql`transactions.customer_id`).as('customer_email'),
      ofOwner('cards', 'last4', sql`coalesce(transactions.one_time_card_id, transactions.card_id)`).as('last4'),
    ])

/** SQL for a column of a transaction's customer or card, looked up by key for each row. */
const ofOwner = (table: 'customers' | 'cards', column: 'email' | 'last4', id: RawBuilder<unknown>) =>
  sql<string | null>`(select owner.${sql.ref(column)} from ${sql.table(table)} owner
    where owner.bucket = transactions.bucket and owner.id = ${id})`
