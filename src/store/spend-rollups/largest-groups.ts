import { sql } from 'kysely'
import type { SpendGroup } from '../../contract/resources/stats/stats.ts'
import { spendRollupPartsOfRange, shareOfPeriodInRange } from '../../domain/rollups/spend-parts.ts'
import { rollupStartsIn, type RollupLength } from '../../domain/rollups/spend-shares.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import type { Db } from '../connection/db.ts'
import { readRowsBySql } from '../connection/read-sql.ts'

export interface SpendSumsQuery {
  /** The id of the account, customer, agent or card whose spend is summed. */
  readonly scopeId: string
  readonly groupBy: SpendGroup
  readonly bucket: Exclude<RollupLength, 'period'>
  /** The range of time whose spend is summed, in Unix milliseconds. `to` is exclusive. */
  readonly from: number
  readonly to: number
  /** How many groups of spend the answer shows, at most. All other groups together get one sum. */
  readonly most: number
  /** The group of spend that alone is summed. Undefined: all groups are summed. */
  readonly only?: string | undefined
  /** Whether sums of 30-day periods are stored for these groups of spend, beside the sums of days. */
  readonly hasPeriods: boolean
}

/**
 * How many of the largest groups of spend of each 30-day period are considered. A group is, for example, one merchant: what `groupBy`
 * names.
 */
const OF_A_PERIOD = 60
/**
 * How many of the largest groups of spend of single days are considered, for all days of the range together: some hundreds for each day of
 * a short range, only the very largest for each day of a long range.
 */
const OF_ALL_DAYS = 2000
/** How many stored sums are added up at most, to find the largest groups of spend. */
const ADDED_UP = 2500

/**
 * Finds the largest groups of a range, when there may be any number of groups. Only some groups are added up: those that are among the
 * largest of a day of the range, or of a 30-day period of the range (if such rollups are stored). All other groups were small on each day
 * and in each period. Each sum is read by its whole key: because of `limit 1` PostgreSQL does not read all sums to compare them.
 */
export async function largestOfManySpendGroups(db: Db, query: SpendSumsQuery): Promise<string[]> {
  const searched = slicesToSearch(query)
  const slices = spendRollupPartsOfRange(query, { hasPeriods: query.hasPeriods })
  const own = sql`s.bucket = ${bucketOfId(query.scopeId)} and s.scope_id = ${query.scopeId} and s.grouped_by = ${query.groupBy}`
  const rows = await readRowsBySql(
    db,
    sql<{ group_key: string }>`with seen as materialized (
      select s.*, slice.length = 'day' as is_day, slice.share
      from unnest(${searched.map(({ length }) => length)}::text[], ${searched.map(({ start }) => start)}::bigint[],
          ${searched.map(({ share }) => share)}::float8[], ${searched.map(({ most }) => most)}::int[])
        as slice (length, start, share, most)
      cross join lateral (select s.group_key, s.approved_amount, s.declined_amount from spend_sums s
        where ${own} and s.length = slice.length and s.start = slice.start
          and s.grouped_by not in ('none', 'reason') and s.length <> 'hour'
        order by s.standing desc limit slice.most) s),
    likely as materialized (select group_key from seen group by group_key
      order by ${likely('approved_amount')} desc, ${likely('declined_amount')} desc
      limit ${Math.floor(ADDED_UP / slices.length)})
    select s.group_key from likely
      cross join unnest(${slices.map(({ length }) => length)}::text[], ${slices.map(({ start }) => start)}::bigint[])
        as slice (length, start)
      cross join lateral (select s.group_key, s.approved_amount, s.declined_amount from spend_sums s
        where ${own} and s.length = slice.length and s.start = slice.start and s.group_key = likely.group_key limit 1) s
    group by s.group_key
    order by sum(s.approved_amount) desc, sum(s.declined_amount) desc, s.group_key
    limit ${query.most}`,
  )
  return rows.map(({ group_key }) => group_key)
}

function slicesToSearch(query: SpendSumsQuery) {
  const days = rollupStartsIn('day', query)
  const periods = query.hasPeriods ? rollupStartsIn('period', query) : []
  return [
    ...periods.map((start) => {
      return { length: 'period', start, share: shareOfPeriodInRange(query, start), most: OF_A_PERIOD }
    }),
    ...days.map((start) => ({ length: 'day', start, share: 1, most: Math.floor(OF_ALL_DAYS / days.length) })),
  ]
}

/** Estimates a group's sum of spend in the range, from the sums that were read. `share` is how much of a 30-day period is in the range. */
const likely = (sum: 'approved_amount' | 'declined_amount') =>
  sql.raw(`greatest(sum(${sum} * share) filter (where not is_day), sum(${sum}) filter (where is_day))`)
