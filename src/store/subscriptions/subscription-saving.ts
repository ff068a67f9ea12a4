import { auditedActOfSystem } from '../../domain/audit/audited-act.ts'
import type { UnsavedSubscriptionChange } from '../../domain/changes/subscription.ts'
import { subscriptionConsequences } from '../../domain/changes/subscription-consequences.ts'
import { approvalAskRowQueries, approvalAskSaveStatements } from '../asks/ask-saving.ts'
import type { ResourceSaveStatements } from '../changes/saving.ts'
import { subscriptionsTable } from '../rows/subscriptions.ts'
import { sql, type SqlBool } from 'kysely'
import { expiredApprovalAsk } from '../../domain/asks/ask.ts'
import { subscriptionLifecycle } from '../../domain/lifecycles/subscription.ts'
import { type ApprovalAskExpiryContext, expireOverdueApprovalAsks } from '../asks/overdue-asks.ts'
import type { Database } from '../connection/database.ts'

/**
 * The audit trail records the expiry of a subscription as an act of the service, even if the service noticed it during somebody's request.
 */
const SUBSCRIPTION_EXPIRY = auditedActOfSystem('expireSubscription')

/** Makes the statements that save new and changed subscriptions, with all consequences of the changes. `now`: Unix milliseconds. */
export const subscriptionSaveStatements = (
  changes: readonly UnsavedSubscriptionChange[],
  now: number,
): ResourceSaveStatements => approvalAskSaveStatements(SAVED, changes, now)

const SAVED = {
  expiry: SUBSCRIPTION_EXPIRY,
  queries: approvalAskRowQueries({ insert: subscriptionsTable.inserting(), update: subscriptionsTable.updating() }),
  consequences: subscriptionConsequences,
}

/** Expires every subscription whose time is over. Resolves with how many it has expired. */
export const expireOverdueSubscriptions = (database: Database, expiry: ApprovalAskExpiryContext): Promise<number> =>
  expireOverdueApprovalAsks(database, expiry, {
    table: subscriptionsTable,
    isWaiting: sql<SqlBool>`status in ('pending_approval', 'active', 'paused') and expires_at is not null`,
    act: SUBSCRIPTION_EXPIRY,
    expired: (subscription, now) => expiredApprovalAsk(subscriptionLifecycle, subscription, now),
    saving: subscriptionSaveStatements,
  })
