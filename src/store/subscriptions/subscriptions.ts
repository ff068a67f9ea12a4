import type { SubscriptionStatus } from '../../contract/resources/subscriptions/subscriptions.ts'
import type { SubscriptionState } from '../../domain/subscription.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { type NamedApprovalAsk, namedApprovalAskReaders } from '../asks/named-asks.ts'
import type { Db } from '../connection/db.ts'
import { subscriptionsTable } from '../rows/subscriptions.ts'
import type { CardResourcesQuery } from '../statements/card-resources-filter.ts'

export type NamedSubscription = NamedApprovalAsk<SubscriptionState>
export type SubscriptionQuery = CardResourcesQuery<SubscriptionStatus>

const asks = namedApprovalAskReaders(subscriptionsTable)
export const findSubscription = asks.find
export const lockSubscription = asks.lock
export const listSubscriptions = asks.list
export const countWaitingSubscriptions = asks.countWaiting

/** Counts the subscriptions of a card that have not ended, up to `most`. */
export async function countOpenSubscriptions(db: Db, cardId: string, most: number): Promise<number> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('bucket', '=', bucketOfId(cardId))
    .where('card_id', '=', cardId)
    .where('status', 'in', ['pending_approval', 'active', 'paused'])
    .limit(most)
    .execute()
  return rows.length
}
