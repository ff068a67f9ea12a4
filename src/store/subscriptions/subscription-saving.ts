import { systemAct } from '../../domain/audit/audited-act.ts'
import type { SubscriptionChange } from '../../domain/changes/subscription.ts'
import { subscriptionConsequences } from '../../domain/changes/subscription-consequences.ts'
import { askRowQueries, askSaveStatements } from '../asks/ask-saving.ts'
import type { SaveStatements } from '../changes/saving.ts'
import { subscriptionsTable } from '../rows/subscriptions.ts'
import { sql, type SqlBool } from 'kysely'
import { expiredAsk } from '../../domain/asks/ask.ts'
import { subscriptionLifecycle } from '../../domain/lifecycles/subscription.ts'
import { type AskExpiryContext, expireOverdueAsks } from '../asks/overdue-asks.ts'
import type { Database } from '../connection/database.ts'

/**
 * The audit trail records the expiry of a subscription as an act of the service, even if the service noticed it during somebody's request.
 */
const SUBSCRIPTION_EXPIRY = systemAct('expireSubscription')

/** Makes the statements that save new and changed subscriptions, with all consequences of the changes. `now`: Unix milliseconds. */
export const subscriptionSaveStatements = (changes: readonly SubscriptionChange[], now: number): SaveStatements =>
  askSaveStatements(SAVED, changes, now)

const SAVED = {
  expiry: SUBSCRIPTION_EXPIRY,
  queries: askRowQueries({ insert: subscriptionsTable.inserting(), update: subscriptionsTable.updating() }),
  consequences: subscriptionConsequences,
}

/** Expires every subscription whose time is over. Resolves with how many it has expired. */
export const expireOverdueSubscriptions = (database: Database, expiry: AskExpiryContext): Promise<number> =>
  expireOverdueAsks(database, expiry, {
    table: subscriptionsTable,
    isWaiting: sql<SqlBool>`status in ('pending_approval', 'active', 'paused') and expires_at is not null`,
    act: SUBSCRIPTION_EXPIRY,
    expired: (subscription, now) => expiredAsk(subscriptionLifecycle, subscription, now),
    saving: subscriptionSaveStatements,
  })
