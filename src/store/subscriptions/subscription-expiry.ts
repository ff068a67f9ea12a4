import { sql, type SqlBool } from 'kysely'
import { expiredAsk } from '../../domain/asks/ask.ts'
import { subscriptionLife } from '../../domain/lifecycles/subscription.ts'
import { type Expiry, expireOverdueAsks } from '../asks/overdue-asks.ts'
import type { Database } from '../connection/database.ts'
import { subscriptions } from '../rows/subscriptions.ts'
import { SUBSCRIPTION_EXPIRY, subscriptionSaving } from './subscription-queries.ts'

/** Expires every subscription whose time is over. Resolves with how many it has expired. */
export const expireOverdueSubscriptions = (database: Database, expiry: Expiry): Promise<number> =>
  expireOverdueAsks(database, expiry, {
    table: subscriptions,
    isWaiting: sql<SqlBool>`status in ('pending_approval', 'active', 'paused') and expires_at is not null`,
    act: SUBSCRIPTION_EXPIRY,
    expired: (subscription, now) => expiredAsk(subscriptionLife, subscription, now),
    saving: subscriptionSaving,
  })
