import { sql, type Selectable, type SqlBool } from 'kysely'
import type { SubscriptionStatus } from '../../contract/resources/subscriptions/subscriptions.ts'
import type { Names } from '../../domain/names.ts'
import type { SubscriptionState } from '../../domain/subscriptions/subscription.ts'
import { present } from '../../lib/assert.ts'
import { bucketOf } from '../../lib/buckets.ts'
import type { Writing } from '../audit/trail.ts'
import type { Db } from '../connection/db.ts'
import { lockCustomer, type LockedCustomer } from '../customers/customer-lock.ts'
import { subscriptionState } from '../rows/subscription-states.ts'
import type { SubscriptionRow } from '../rows/subscription-table.ts'
import { byId } from '../sharding/by-id.ts'
import { matching } from '../statements/filters.ts'
import { newestFirst, type PageRequest } from '../statements/keyset.ts'
import { nameColumns, type NameColumns, namesIn } from '../statements/names.ts'
import { scopeFilters, visibleTo, type Scope } from '../statements/scope.ts'

/** A subscription with the names of its customer, agent and card. */
export interface NamedSubscription extends SubscriptionState {
  readonly names: Names
}

export interface SubscriptionQuery extends PageRequest {
  readonly customerId?: string | undefined
  readonly agentId?: string | undefined
  readonly cardId?: string | undefined
  readonly status?: SubscriptionStatus | undefined
}

export async function findSubscription(db: Db, scope: Scope, id: string): Promise<NamedSubscription | undefined> {
  const row = await named(db).where(byId(id)).where(visibleTo(scope)).executeTakeFirst()
  return row && withNames(row)
}

/**
 * Locks the customer of a subscription (see `lockCustomer`), and then reads the subscription. Undefined: the caller cannot see such a
 * subscription.
 */
export async function lockSubscription(
  writing: Writing,
  scope: Scope,
  id: string,
): Promise<{ locked: LockedCustomer; subscription: NamedSubscription } | undefined> {
  const unlocked = await findSubscription(writing.tx, scope, id)
  if (unlocked === undefined) return undefined
  const locked = await lockCustomer(writing, unlocked.accountId, unlocked.customerId)
  const subscription = await findSubscription(writing.tx, scope, id)
  return {
    locked: present(locked, 'a subscription has a customer'),
    subscription: present(subscription, 'a subscription is never deleted'),
  }
}

const indexes = [['card_id'], ['agent_id'], ['customer_id'], ['account_id', 'status'], ['account_id']] as const

export async function listSubscriptions(db: Db, scope: Scope, query: SubscriptionQuery): Promise<NamedSubscription[]> {
  const { customerId, agentId, cardId, status } = query
  const rows = await newestFirst(
    named(db),
    matching<SubscriptionRow>(indexes, scopeFilters(scope), {
      customer_id: customerId,
      agent_id: agentId,
      card_id: cardId,
      status,
    }),
    query,
  ).execute()
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

const named = (db: Db) => db.selectFrom('subscriptions').selectAll().select(nameColumns('subscriptions'))

const withNames = (row: Selectable<SubscriptionRow> & NameColumns): NamedSubscription => ({
  ...subscriptionState(row),
  names: namesIn(row),
})
