import { sql, type SqlBool } from 'kysely'
import type { BucketScope } from '../sharding/groups.ts'
import { isInBucketScopeOfTableSql } from '../sharding/by-id.ts'
import type { Db } from '../connection/db.ts'
import { readRowsBySql } from '../connection/read-sql.ts'
import { isAfterDueRowSql, type ExpiringRow } from './due-pages.ts'
import { isIntentWaitingSql } from '../statements/waiting-intents.ts'

// Statuses of rows are literals, not parameters, because PostgreSQL only uses a partial index for a condition that is in the statement's
// text.
const isOpen = sql<SqlBool>`status <> 'closed'`
const isPending = sql<SqlBool>`status = 'pending'`

/**
 * Finds the next time at which a card, an intent, a change request, a challenge, a subscription or a hold ends, in Unix milliseconds. Null:
 * none of them will end. The statement selects the first row of each index, not `min(expires_at)`: for a table with few rows PostgreSQL
 * might plan `min` as a scan of all rows, and would keep that plan.
 */
export async function nextExpiryOfAnyResource(db: Db): Promise<number | null> {
  const rows = await readRowsBySql(
    db,
    sql<{ at: number | null }>`
    select least(
      (select expires_at from cards where status <> 'closed' and expires_at is not null order by expires_at limit 1),
      (select expires_at from intents where ${sql.raw(isIntentWaitingSql)} order by expires_at limit 1),
      (select expires_at from change_requests where status = 'pending' order by expires_at limit 1),
      (select expires_at from challenges where status = 'pending' order by expires_at limit 1),
      (select expires_at from subscriptions where status in ('pending_approval', 'active', 'paused') and expires_at is not null
        order by expires_at limit 1),
      (select expires_at from transactions where status = 'pending' order by expires_at limit 1)
    ) as at`,
  )
  return rows[0]?.at ?? null
}

interface DuePage<Row> {
  readonly bucketScope: BucketScope
  readonly after: Row | null
  readonly limit: number
}

export interface OverdueCard extends ExpiringRow {
  readonly customerId: string
}

/** Reads a page of open cards that have expired, the longest overdue first. `page.after` is the last card of the page before. */
export const overdueCards = (db: Db, now: number, page: DuePage<OverdueCard>): Promise<OverdueCard[]> =>
  db
    .selectFrom('cards')
    .select(['id', 'customer_id as customerId', 'expires_at as expiresAt'])
    .where(isInBucketScopeOfTableSql(page.bucketScope))
    .where(isOpen)
    .where('expires_at', '<=', now)
    .where(isAfterDueRowSql(page.after))
    .orderBy('expires_at')
    .orderBy('id')
    .limit(page.limit)
    .execute()

export interface DueHold extends ExpiringRow {
  readonly accountId: string
}

/** Reads a page of holds that have expired, the longest overdue first. `page.after` is the last hold of the page before. */
export const overdueHolds = (db: Db, now: number, page: DuePage<DueHold>): Promise<DueHold[]> =>
  db
    .selectFrom('transactions')
    .select(['id', 'account_id as accountId', 'expires_at as expiresAt'])
    .where(isInBucketScopeOfTableSql(page.bucketScope))
    .where(isPending)
    .where('expires_at', '<=', now)
    .where(isAfterDueRowSql(page.after))
    .orderBy('expires_at')
    .orderBy('id')
    .limit(page.limit)
    .execute()
