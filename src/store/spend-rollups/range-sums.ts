import { sql } from 'kysely'
import { rollupStartsIn } from '../../domain/rollups/spend-shares.ts'
import type { DayRange } from '../../domain/rollups/spend-parts.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { boundedSpendSumSql } from '../statements/bounded-sum.ts'
import type { Db } from '../connection/db.ts'
import { readRowsBySql } from '../connection/read-sql.ts'
import type { SpendSumsQuery } from './largest-groups.ts'
import { largestSpendGroups } from './spend-sums.ts'
import { sumsWithoutCostCenter } from './without-cost-center.ts'

interface Tallies {
  readonly approved_count: number
  readonly approved_amount: number
  readonly declined_count: number
  readonly declined_amount: number
}

/** The sums of one group of spend over a whole range, and over the earlier range with which it is compared. */
export interface SpendRangeSums extends Tallies {
  readonly group_key: string
  /** True: these are the sums of all groups of spend that are not among the largest, taken together. */
  readonly is_rest: boolean
  readonly compared: Tallies
}

/**
 * How many groups are read when spend is grouped by decline reason: more than there are reasons. Every reason has a row of its own: a
 * decline with several reasons counts for each, so a sum of "all other reasons" would count declines twice.
 */
const EVERY_REASON = 200

/**
 * Reads the sums of the largest groups of spend in a range, the largest first, and one sum of all other groups together. That sum is the
 * sum of all groups minus the sums of the largest groups.
 */
export async function spendRangeSums(
  db: Db,
  query: SpendSumsQuery,
  compared: DayRange | null,
): Promise<SpendRangeSums[]> {
  const groups = await groupsOf(db, query, compared)
  const hasRest = query.only === undefined && query.groupBy !== 'none' && query.groupBy !== 'reason'
  const [now, before] = [rollupStartsIn('day', query), compared === null ? [] : rollupStartsIn('day', compared)]
  const sumsOf = (groupedBy: string, keys: readonly string[]) => sql`select group_key, ${addedUp}
    from unnest(${keys}::text[]) as group_key
      cross join (select unnest(${now}::bigint[]), true union all select unnest(${before}::bigint[]), false)
        as part (start, is_now)
      cross join lateral (select s.approved_count, s.approved_amount, s.declined_count, s.declined_amount
        from spend_sums s where s.bucket = ${bucketOfId(query.scopeId)} and s.scope_id = ${query.scopeId}
          and s.grouped_by = ${groupedBy} and s.length = 'day' and s.start = part.start
          and s.group_key = group_key.group_key limit 1) s
    group by group_key`
  const rows = await readRowsBySql(
    db,
    sql<FlatRow>`with named as materialized (${sumsOf(query.groupBy, groups)} ${query.groupBy === 'costCenter' ? withoutOne(query, compared) : sql``}),
      whole as materialized (${sumsOf('none', hasRest ? [''] : [])}),
      together as (select ${total} from named),
      rest as (select ${left} from whole cross join together)
    select group_key, false as is_rest, ${bounded} from named
    union all
    select '', true, ${bounded} from rest where (${names}) <> (0, 0, 0, 0, 0, 0, 0, 0)
    order by is_rest, approved_amount desc, declined_amount desc, compared_approved_amount desc, group_key`,
  )
  return rows.map(nested)
}

/** SQL that adds the sums of the purchases without a cost center to those of the cost centers. */
function withoutOne({ scopeId, ...now }: SpendSumsQuery, compared: DayRange | null) {
  const within = ({ from, to }: DayRange, isNow: boolean) => sql`select sums.*, ${isNow}::boolean as is_now
    from (${sumsWithoutCostCenter({ scopeId, bucket: 'day', from, to })}) sums`
  const both = [within(now, true), ...(compared === null ? [] : [within(compared, false)])]
  return sql`union all select group_key, ${addedUp} from (${sql.join(both, sql` union all `)}) s group by group_key`
}

/**
 * Finds the largest groups of spend in the range. If there are fewer than `most`, the largest groups of the earlier range are added with
 * which the range is compared.
 */
async function groupsOf(db: Db, query: SpendSumsQuery, compared: DayRange | null): Promise<string[]> {
  const most = query.groupBy === 'reason' ? EVERY_REASON : query.most
  const groups = await largestSpendGroups(db, { ...query, most })
  if (compared === null || groups.length >= most) return groups
  const earlier = await largestSpendGroups(db, { ...query, ...compared, most })
  return [...new Set([...groups, ...earlier])].slice(0, most)
}

const SUMS = ['approved_count', 'approved_amount', 'declined_count', 'declined_amount'] as const
const COLUMNS = SUMS.flatMap((name) => [
  { name, of: name, when: 'is_now' },
  { name: `compared_${name}`, of: name, when: 'not is_now' },
])
const listOf = (text: (column: (typeof COLUMNS)[number]) => string) => sql.raw(COLUMNS.map(text).join(', '))

const names = listOf(({ name }) => name)
const addedUp = listOf(({ name, of, when }) => `coalesce(sum(${of}) filter (where ${when}), 0) as ${name}`)
const total = listOf(({ name }) => `coalesce(sum(${name}), 0) as ${name}`)
const left = listOf(({ name }) => `whole.${name} - together.${name} as ${name}`)
const bounded = listOf(({ name }) => `${boundedSpendSumSql(name)}::bigint as ${name}`)

type FlatRow = Tallies &
  Readonly<Record<`compared_${(typeof SUMS)[number]}`, number>> & { group_key: string; is_rest: boolean }

const nested = (row: FlatRow): SpendRangeSums => ({
  ...row,
  compared: {
    approved_count: row.compared_approved_count,
    approved_amount: row.compared_approved_amount,
    declined_count: row.compared_declined_count,
    declined_amount: row.compared_declined_amount,
  },
})
