import { sql, type SqlBool } from 'kysely'
import { expiredAsk } from '../../domain/asks/ask.ts'
import { subscriptionLifecycle } from '../../domain/lifecycles/subscription.ts'
import { type AskExpiryContext, expireOverdueAsks } from '../asks/overdue-asks.ts'
import type { Database } from '../connection/database.ts'
import { subscriptionsTable } from '../rows/subscriptions.ts'
import { SUBSCRIPTION_EXPIRY, subscriptionSaveStatements } from './subscription-queries.ts'

/** Expires every subscription whose time is over. Resolves with how many it has expired. */
export const expireOverdueSubscriptions = (database: Database, expiry: AskExpiryContext): Promise<number> =>
  expireOverdueAsks(database, expiry, {
    table: subscriptionsTable,
    isWaiting: sql<SqlBool>`status in ('pending_approval', 'active', 'paused') and expires_at is not null`,
    act: SUBSCRIPTION_EXPIRY,
    expired: (subscription, now) => expiredAsk(subscriptionLifecycle, subscription, now),
    saving: subscriptionSaveStatements,
  })
