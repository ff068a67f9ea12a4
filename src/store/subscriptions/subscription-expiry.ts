import { sql, type SqlBool } from 'kysely'
import { expiredSubscription } from '../../domain/changes/subscription.ts'
import { saveChanges } from '../changes/save-changes.ts'
import type { Database } from '../connection/database.ts'
import type { LockedCustomers } from '../locks/customer-lock.ts'
import { endOverdue, type Expiry } from '../due/overdue.ts'
import { subscriptions } from '../rows/subscriptions.ts'
import { givenIds } from '../statements/given-rows.ts'
import { SUBSCRIPTION_EXPIRY, subscriptionSaving } from './subscription-queries.ts'

const isWaiting = sql<SqlBool>`status in ('pending_approval', 'active', 'paused') and expires_at is not null`

/** Expires every subscription whose time is over. Resolves with how many it has expired. */
export const expireOverdueSubscriptions = (database: Database, expiry: Expiry): Promise<number> =>
  endOverdue(database, expiry, {
    table: 'subscriptions',
    isWaiting,
    act: SUBSCRIPTION_EXPIRY,
    end: expireSubscriptions,
  })

/** Expires those of the given subscriptions that are overdue. Resolves with how many it has expired. */
async function expireSubscriptions(locked: LockedCustomers, ids: readonly string[], now: number): Promise<number> {
  const rows = await locked.tx
    .selectFrom(givenIds(ids))
    .innerJoin('subscriptions as subscription', (on) =>
      on.onRef('subscription.bucket', '=', 'given.bucket').onRef('subscription.id', '=', 'given.id'),
    )
    .selectAll('subscription')
    .execute()
  const changes = rows.flatMap((row) => expiredSubscription(subscriptions.state(row), now) ?? [])
  if (changes.length > 0) await saveChanges(locked, [subscriptionSaving(changes, now)])
  return changes.length
}
