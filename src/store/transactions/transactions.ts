import { type Selectable, sql } from 'kysely'
import type { Db } from '../connection/db.ts'
import { bucketOf } from '../../lib/buckets.ts'
import { firstId } from '../../lib/ids.ts'
import { type Found, matching } from '../statements/filters.ts'
import { byId } from '../sharding/by-id.ts'
import { type IdRange, type Loaded, newestFirst, type PageRequest } from '../statements/keyset.ts'
import { scopeFilters, type Scope, visibleTo } from '../statements/scope.ts'
import type { TransactionRow } from '../rows/tables.ts'
import { isSearch, searchRange, seeking, type Sought } from './transaction-search.ts'
import { type Metadata, notedMetadata } from './noted-metadata.ts'

export type StoredTransaction = Selectable<TransactionRow>

/** With what the account notes beside it. */
export type Noted<T> = T & { readonly metadata: Metadata }

/** Without what no list shows: of a page it would be most. */
export type ListedTransaction = Omit<
  StoredTransaction,
  'trace' | 'shadow' | 'counted' | 'reference_hash' | 'policy_version' | 'decision_inputs'
>

const listedColumns = [
  'id',
  'account_id',
  'customer_id',
  'agent_id',
  'card_id',
  'intent_id',
  'sequence',
  'type',
  'status',
  'amount',
  'authorized_amount',
  'settled_amount',
  'refunded_amount',
  'currency',
  'merchant',
  'decision',
  'reasons',
  'flags',
  'attestation',
  'network_reference',
  'created_at',
  'updated_at',
  'settled_at',
  'expires_at',
] as const satisfies readonly (keyof ListedTransaction)[]

/**
 * The transaction of a card's authorization, by the keyed hashes of its reference. The card is compared here: a condition on it would let
 * the planner read all of a card's transactions.
 */
export async function transactionOfReference(
  db: Db,
  cardId: string,
  hashes: readonly string[],
): Promise<{ id: string; authorized_amount: number } | undefined> {
  const found = await db
    .selectFrom('transactions')
    .select(['id', 'card_id', 'authorized_amount'])
    .where('bucket', '=', bucketOf(cardId))
    .where('reference_hash', '=', sql<string>`any(${[...hashes]}::text[])`)
    .execute()
  return found.find((transaction) => transaction.card_id === cardId)
}

export interface TransactionQuery extends PageRequest, Sought {
  readonly customerId?: string | undefined
  readonly agentId?: string | undefined
  readonly cardId?: string | undefined
  readonly intentId?: string | undefined
  readonly status?: string | undefined
  /** Unix milliseconds, exclusive. */
  readonly createdAfter?: number | undefined
  readonly createdBefore?: number | undefined
  /** The oldest that is wanted, by its id. */
  readonly upTo?: string | undefined
}

const indexes = [['intent_id'], ['card_id'], ['agent_id'], ['account_id', 'customer_id'], ['account_id']] as const

/** Newest first; of a search, as far as one looks through. */
export async function listTransactions(
  db: Db,
  scope: Scope,
  query: TransactionQuery,
): Promise<Loaded<Noted<ListedTransaction>>> {
  const found = foundBy(scope, query)
  const { limit, after } = query
  const range = { after, ...idsOf(query) }
  if (!isSearch(query)) return newestFirst(listed(db), found, { limit, ...range }).execute()
  const { stop, ...searched } = await searchRange(db, found, range)
  const rows = await newestFirst(listed(db), seeking(found, query), { limit, after, ...searched }).execute()
  return rows.length > limit ? rows : { rows, stoppedAt: stop }
}

/** The id of the last one that whoever looks through so many looks at; null where the list ends before. */
export async function listedUpTo(
  db: Db,
  scope: Scope,
  query: Omit<TransactionQuery, 'limit'> & { most: number },
): Promise<string | null> {
  const { after, most } = query
  return (await searchRange(db, foundBy(scope, query), { after, most, ...idsOf(query) })).stop
}

const foundBy = (scope: Scope, query: Omit<TransactionQuery, 'limit'>): Found =>
  matching<TransactionRow>(indexes, scopeFilters(scope), {
    customer_id: query.customerId,
    agent_id: query.agentId,
    card_id: query.cardId,
    intent_id: query.intentId,
    status: query.status,
  })

function idsOf({ createdAfter, createdBefore, upTo = '' }: Omit<TransactionQuery, 'limit'>): IdRange {
  const from = createdAfter === undefined ? '' : firstId('txn', createdAfter + 1)
  const before = createdBefore === undefined ? undefined : firstId('txn', createdBefore)
  return { from: from > upTo ? from : upTo, before }
}

export const findTransaction = (db: Db, scope: Scope, id: string): Promise<Noted<ListedTransaction> | undefined> =>
  listed(db).where(byId(id)).where(visibleTo(scope)).executeTakeFirst()

const listed = (db: Db) => db.selectFrom('transactions').select(listedColumns).select(notedMetadata.as('metadata'))
