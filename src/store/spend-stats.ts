import { boundedSql } from './bounded-sum.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { SpendBucket, SpendGroup } from '../contract/stats.ts'
import { bucketOf } from '../lib/buckets.ts'
import type { Db } from './database.ts'
import type { SpendSumRow } from './spend-tables.ts'

export interface SpendSumsQuery {
  /** An account, customer, agent or card. */
  readonly scopeId: string
  readonly groupBy: SpendGroup
  readonly bucket: SpendBucket
  /** Unix milliseconds, the second exclusive. */
  readonly from: number
  readonly to: number
  /** Groups that are told apart. */
  readonly most: number
}

/** One bucket of one group. */
export interface SpendSums extends Pick<
  SpendSumRow,
  'start' | 'group_key' | 'approved_count' | 'approved_amount' | 'declined_count' | 'declined_amount'
> {
  /** All together that are not among the largest groups. */
  readonly is_rest: boolean
}

/**
 * By time, then the largest first: by what was approved, of equals by what was declined. The largest groups of the range are found
 * first; joined in one statement, every row would be compared with every group.
 */
export async function spendSums(db: Db, query: SpendSumsQuery): Promise<SpendSums[]> {
  const largest = query.groupBy === 'none' ? [''] : await largestGroups(db, query)
  return db
    .selectFrom('spend_sums')
    .where(inRange(query))
    .select([
      'start',
      sql<string>`case when group_key = any(${largest}) then group_key else '' end`.as('group_key'),
      sql<boolean>`not group_key = any(${largest})`.as('is_rest'),
      sql<number>`sum(approved_count)`.as('approved_count'),
      sql<number>`${sql.raw(boundedSql('sum(approved_amount)'))}::bigint`.as('approved_amount'),
      sql<number>`sum(declined_count)`.as('declined_count'),
      sql<number>`${sql.raw(boundedSql('sum(declined_amount)'))}::bigint`.as('declined_amount'),
    ])
    .groupBy(['start', sql`2`, sql`3`])
    .orderBy('start')
    .orderBy('is_rest')
    .orderBy('approved_amount', 'desc')
    .orderBy('declined_amount', 'desc')
    .orderBy('group_key')
    .execute()
}

async function largestGroups(db: Db, query: SpendSumsQuery): Promise<string[]> {
  const rows = await db
    .selectFrom('spend_sums')
    .select('group_key')
    .where(inRange(query))
    .groupBy('group_key')
    .orderBy(sql`sum(approved_amount)`, 'desc')
    .orderBy(sql`sum(declined_amount)`, 'desc')
    .orderBy('group_key')
    .limit(query.most)
    .execute()
  return rows.map(({ group_key }) => group_key)
}

/** As one condition: a range of the primary key. */
const inRange = ({ scopeId, groupBy, bucket, from, to }: SpendSumsQuery): RawBuilder<SqlBool> =>
  sql<SqlBool>`bucket = ${bucketOf(scopeId)} and scope_id = ${scopeId} and grouped_by = ${groupBy} and length = ${bucket}
    and start >= ${from} and start < ${to}`
