import { sql, type SqlBool } from 'kysely'
import type { SubscriptionStatus } from '../../contract/resources/subscriptions/subscriptions.ts'
import type { LevelNames } from '../../domain/names.ts'
import type { SubscriptionState } from '../../domain/subscription.ts'
import { bucketOf } from '../../lib/buckets.ts'
import type { AuditedTx } from '../audit/trail.ts'
import type { Db } from '../connection/db.ts'
import { type LockedCustomer, lockWithCustomer } from '../locks/customer-lock.ts'
import { subscriptionsTable } from '../rows/subscriptions.ts'
import { rowById } from '../sharding/by-id.ts'
import { newestFirst } from '../statements/keyset.ts'
import { cardResourcesFilter, type CardResourcesQuery } from '../statements/of-cards.ts'
import { levelNameColumns, type LevelNameColumns, levelNamesOf } from '../statements/names.ts'
import type { SelectedRow } from '../statements/table-types.ts'
import { isVisibleSql, type VisibleScope } from '../statements/scope.ts'

/** A subscription with the names of its customer, agent and card. */
export interface NamedSubscription extends SubscriptionState {
  readonly names: LevelNames
}

export type SubscriptionQuery = CardResourcesQuery<SubscriptionStatus>

export async function findSubscription(
  db: Db,
  scope: VisibleScope,
  id: string,
): Promise<NamedSubscription | undefined> {
  const row = await named(db).where(rowById(id)).where(isVisibleSql(scope)).executeTakeFirst()
  return row && withNames(row)
}

/**
 * Locks the customer of a subscription (see `lockCustomer`), and then reads the subscription. Undefined: the caller cannot see such a
 * subscription.
 */
export async function lockSubscription(
  writing: AuditedTx,
  scope: VisibleScope,
  id: string,
): Promise<{ locked: LockedCustomer; subscription: NamedSubscription } | undefined> {
  const behind = await lockWithCustomer(writing, (db) => findSubscription(db, scope, id))
  return behind && { locked: behind.locked, subscription: behind.found }
}

export async function listSubscriptions(
  db: Db,
  scope: VisibleScope,
  query: SubscriptionQuery,
): Promise<NamedSubscription[]> {
  const rows = await newestFirst(named(db), cardResourcesFilter(scope, query), query).execute()
  return rows.map(withNames)
}

/** Counts the subscriptions of an agent, or of a card without an agent, that wait for a person, up to `most`. */
export async function countWaitingSubscriptions(
  db: Db,
  { agentId, cardId }: Pick<SubscriptionState, 'agentId' | 'cardId'>,
  most: number,
): Promise<number> {
  const whose = agentId ?? cardId
  const waiting = `${whose} pending_approval`
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where(sql<SqlBool>`bucket = ${bucketOf(whose)} and coalesce(agent_id, card_id) || ' ' || status = ${waiting}`)
    .limit(most)
    .execute()
  return rows.length
}

/** Counts the subscriptions of a card that have not ended, up to `most`. */
export async function countOpenSubscriptions(db: Db, cardId: string, most: number): Promise<number> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('bucket', '=', bucketOf(cardId))
    .where('card_id', '=', cardId)
    .where('status', 'in', ['pending_approval', 'active', 'paused'])
    .limit(most)
    .execute()
  return rows.length
}

const named = (db: Db) => db.selectFrom('subscriptions').selectAll().select(levelNameColumns('subscriptions'))

const withNames = (row: SelectedRow<typeof subscriptionsTable> & LevelNameColumns): NamedSubscription => ({
  ...subscriptionsTable.state(row),
  names: levelNamesOf(row),
})
