import { sql } from 'kysely'
import type { Db } from '../connection/db.ts'
import { readRowsBySql } from '../connection/read-sql.ts'
import { isInBucketScopeSql } from '../sharding/by-id.ts'
import type { BucketScope } from '../sharding/groups.ts'

/**
 * Intents and change requests that wait for a person in a bucket scope: how many, and when the oldest of them was made, in Unix
 * milliseconds (null: none waits).
 */
export interface WaitingApprovals {
  readonly intents: number
  readonly oldestIntentAt: number | null
  readonly changeRequests: number
  readonly oldestChangeRequestAt: number | null
}

const MOST_COUNTED = 1000

/**
 * Counts the intents and change requests of all accounts that wait for a person, at most a thousand of each. The statuses are literals,
 * and the rows are ordered as in a partial index, so that PostgreSQL reads only the index of those that wait.
 */
export async function countWaitingApprovals(db: Db, bucketScope: BucketScope): Promise<WaitingApprovals> {
  const rows = await readRowsBySql(
    db,
    sql<WaitingApprovals>`
    with asking as (
        select created_at from intents where ${isInBucketScopeSql(bucketScope)} and status = 'pending_approval'
        order by customer_id, id limit ${MOST_COUNTED}),
      requested as (
        select created_at from change_requests where ${isInBucketScopeSql(bucketScope)} and status = 'pending'
        order by expires_at, id limit ${MOST_COUNTED})
    select
      (select count(*)::int from asking) as intents,
      (select min(created_at) from asking) as "oldestIntentAt",
      (select count(*)::int from requested) as "changeRequests",
      (select min(created_at) from requested) as "oldestChangeRequestAt"`,
  )
  return rows[0] ?? { intents: 0, oldestIntentAt: null, changeRequests: 0, oldestChangeRequestAt: null }
}
