import { sql } from 'kysely'
import type { SpendBucket, SpendGroup } from '../../contract/resources/stats.ts'
import { partsOf, shareIn } from '../../domain/spend/spend-parts.ts'
import { startsIn } from '../../domain/spend/spend-shares.ts'
import { bucketOf } from '../../lib/buckets.ts'
import type { Db } from '../connection/db.ts'
import { readSql } from '../connection/read-sql.ts'

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
  /** Whether sums of periods are kept of these groups. */
  readonly hasPeriods: boolean
}

/** Of each period that the range touches, so many are looked at. */
const OF_A_PERIOD = 60
/** Of all its days together: some hundreds for each day of a short range, the very largest for each day of a long one. */
const OF_ALL_DAYS = 2000
/** Sums that are added up to tell which are the largest. */
const ADDED_UP = 2500

/**
 * The largest groups of a range, when there may be any number of groups. Only those are added up that are among the largest of a period
 * that the range touches, where there are periods, or of one of its days. What is left out was small in each period and on each day.
 * Each sum is read by its whole key: `limit 1` says so to a planner that would rather read all of them and compare.
 */
export async function largestOfMany(db: Db, query: SpendSumsQuery): Promise<string[]> {
  const looked = lookedThrough(query)
  const parts = partsOf(query, { hasPeriods: query.hasPeriods })
  const own = sql`s.bucket = ${bucketOf(query.scopeId)} and s.scope_id = ${query.scopeId} and s.grouped_by = ${query.groupBy}`
  const rows = await readSql(
    db,
    sql<{ group_key: string }>`with seen as materialized (
      select s.*, part.length = 'day' as is_day, part.share
      from unnest(${looked.map(({ length }) => length)}::text[], ${looked.map(({ start }) => start)}::bigint[],
          ${looked.map(({ share }) => share)}::float8[], ${looked.map(({ most }) => most)}::int[])
        as part (length, start, share, most)
      cross join lateral (select s.group_key, s.approved_amount, s.declined_amount from spend_sums s
        where ${own} and s.length = part.length and s.start = part.start
          and s.grouped_by not in ('none', 'reason') and s.length <> 'hour'
        order by s.standing desc limit part.most) s),
    likely as materialized (select group_key from seen group by group_key
      order by ${likely('approved_amount')} desc, ${likely('declined_amount')} desc
      limit ${Math.floor(ADDED_UP / parts.length)})
    select s.group_key from likely
      cross join unnest(${parts.map(({ length }) => length)}::text[], ${parts.map(({ start }) => start)}::bigint[])
        as part (length, start)
      cross join lateral (select s.group_key, s.approved_amount, s.declined_amount from spend_sums s
        where ${own} and s.length = part.length and s.start = part.start and s.group_key = likely.group_key limit 1) s
    group by s.group_key
    order by sum(s.approved_amount) desc, sum(s.declined_amount) desc, s.group_key
    limit ${query.most}`,
  )
  return rows.map(({ group_key }) => group_key)
}

function lookedThrough(query: SpendSumsQuery) {
  const days = startsIn('day', query)
  const periods = query.hasPeriods ? startsIn('period', query) : []
  return [
    ...periods.map((start) => {
      return { length: 'period', start, share: shareIn(query, start), most: OF_A_PERIOD }
    }),
    ...days.map((start) => ({ length: 'day', start, share: 1, most: Math.floor(OF_ALL_DAYS / days.length) })),
  ]
}

/** What a group may have come to in the range, by what was seen of it. */
const likely = (sum: 'approved_amount' | 'declined_amount') =>
  sql.raw(`greatest(sum(${sum} * share) filter (where not is_day), sum(${sum}) filter (where is_day))`)
