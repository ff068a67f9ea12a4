import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { BucketGroups, BucketScope } from '../sharding/groups.ts'
import type { Db } from '../connection/db.ts'
import { isInBucketScopeOfTableSql } from '../sharding/by-id.ts'

/** How work is found in a table whose rows fall due, for the class `LeasedWork`. All times are Unix milliseconds. */
export interface DueWorkQueue {
  /** Whether the table has a row in a bucket scope that is due at `now`. */
  isDue(db: Db, bucketScope: BucketScope, now: number): Promise<boolean>
  /** The bucket scopes that have due rows. If there is only one scope, it is returned even if none of its rows is due. */
  bucketScopesWithDue(db: Db, groups: BucketGroups, now: number): Promise<readonly BucketScope[]>
  /**
   * Resolves with the time at which the next row falls due after `now`, for a clock that is moved by hand. Null: no row falls due after
   * `now`.
   */
  nextDueAt(db: Db, now: number): Promise<number | null>
}

/**
 * Makes the queue of a table. `dueAt`: the SQL expression for the time at which a row is due, written as in the table's index, so that the
 * index is used.
 */
export function createDueWorkQueue(
  table: 'deliveries' | 'issuer_calls',
  dueAt: RawBuilder<number | null>,
): DueWorkQueue {
  const isDue = (now: number) => sql<SqlBool>`${dueAt} <= ${now}`
  return {
    isDue: async (db, bucketScope, now) => {
      const due = db.selectFrom(table).select('bucket').where(isInBucketScopeOfTableSql(bucketScope)).where(isDue(now))
      return (await due.limit(1).executeTakeFirst()) !== undefined
    },
    bucketScopesWithDue: async (db, { bucketScopes }, now) => {
      if (bucketScopes.length === 1) return bucketScopes
      const rows = await db.selectFrom(table).select('bucket').distinct().where(isDue(now)).execute()
      return rows.map(({ bucket }) => bucket)
    },
    nextDueAt: async (db, now) => {
      const next = db.selectFrom(table).select(sql<number | null>`min(${dueAt})`.as('at'))
      const row = await next.where(sql<SqlBool>`${dueAt} > ${now}`).executeTakeFirst()
      return row?.at ?? null
    },
  }
}
