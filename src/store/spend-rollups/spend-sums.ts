import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { hasManySpendGroups, rollupStartsIn } from '../../domain/rollups/spend-shares.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { boundedSpendSumSql } from '../statements/bounded-sum.ts'
import type { Db } from '../connection/db.ts'
import { readRowsBySql } from '../connection/read-sql.ts'
import { largestOfManySpendGroups, type SpendSumsQuery } from './largest-groups.ts'
import type { SpendSumRow } from '../rows/spend-tables.ts'
import { sumsWithoutCostCenter } from './without-cost-center.ts'

/** The sums of one group of spend in one hour, day or 30-day period. Amounts are in cents. */
export interface SpendSums extends Pick<
  SpendSumRow,
  'start' | 'group_key' | 'approved_count' | 'approved_amount' | 'declined_count' | 'declined_amount'
> {
  /** True: these are the sums of all groups of spend together that are not among the largest. False: these are the sums of one group. */
  readonly is_rest: boolean
}

/** Reads sums of spend, sorted by time and, within one time, by approved and then by declined amount, the largest first. */
export async function spendSums(db: Db, query: SpendSumsQuery): Promise<SpendSums[]> {
  return (await areMany(db, query)) ? sumsOfMany(db, query) : sumsOfFew(db, query)
}

/** Finds the groups of spend that get sums of their own, the largest first. */
export const largestSpendGroups = async (db: Db, query: SpendSumsQuery): Promise<string[]> =>
  (await areMany(db, query)) ? largestOfManySpendGroups(db, query) : largestOfFew(db, query)

const areMany = async (db: Db, query: SpendSumsQuery): Promise<boolean> =>
  query.only === undefined && hasManySpendGroups(query.groupBy) && (await hasMore(db, query))

/**
 * How many stored sums of spend a query reads at most in whole, which takes some hundredths of a second. If a range has more sums, the
 * query reads only the sums of the largest groups.
 */
const ALL_READ = 5000

async function hasMore(db: Db, query: SpendSumsQuery): Promise<boolean> {
  const next = await db
    .selectFrom('spend_sums')
    .select('start')
    .where(inRange(query))
    .orderBy('start')
    .offset(ALL_READ)
    .limit(1)
    .executeTakeFirst()
  return next !== undefined
}

/**
 * Reads the sums of few groups of spend, such as the reasons of declines. The largest groups of the range are found by an earlier
 * statement, because in one joined statement every row would be compared with every group.
 */
async function sumsOfFew(db: Db, query: SpendSumsQuery): Promise<SpendSums[]> {
  const largest = await largestOfFew(db, query)
  return db
    .selectFrom(sumsOf(query))
    .where(isOnly(query))
    .select([
      'start',
      sql<string>`case when group_key = any(${largest}) then group_key else '' end`.as('group_key'),
      sql<boolean>`not group_key = any(${largest})`.as('is_rest'),
      sql<number>`sum(approved_count)`.as('approved_count'),
      sql<number>`${sql.raw(boundedSpendSumSql('sum(approved_amount)'))}::bigint`.as('approved_amount'),
      sql<number>`sum(declined_count)`.as('declined_count'),
      sql<number>`${sql.raw(boundedSpendSumSql('sum(declined_amount)'))}::bigint`.as('declined_amount'),
    ])
    .groupBy(['start', sql`2`, sql`3`])
    .orderBy('start')
    .orderBy('is_rest')
    .orderBy('approved_amount', 'desc')
    .orderBy('declined_amount', 'desc')
    .orderBy('group_key')
    .execute()
}

async function largestOfFew(db: Db, query: SpendSumsQuery): Promise<string[]> {
  if (query.groupBy === 'none') return ['']
  if (query.only !== undefined) return [query.only]
  const rows = await db
    .selectFrom(sumsOf(query))
    .select('group_key')
    .groupBy('group_key')
    .orderBy(sql`sum(approved_amount)`, 'desc')
    .orderBy(sql`sum(declined_amount)`, 'desc')
    .orderBy('group_key')
    .limit(query.most)
    .execute()
  return rows.map(({ group_key }) => group_key)
}

/** The stored sums of spend of a query. Those of purchases without a cost center are not stored, and are added. */
const sumsOf = (query: SpendSumsQuery) => {
  const added = query.groupBy === 'costCenter' ? sql`union all ${sumsWithoutCostCenter(query)}` : sql``
  return sql<
    Omit<SpendSums, 'is_rest'>
  >`(select start, group_key, ${names} from spend_sums where ${inRange(query)} ${added})`.as('sums')
}

const isOnly = ({ only }: SpendSumsQuery) =>
  only === undefined ? sql<SqlBool>`true` : sql<SqlBool>`group_key = ${only}`

/** An SQL condition for the sums of spend in a range of time, written so that it is a range of the primary key. */
const inRange = ({ scopeId, groupBy, bucket, from, to }: SpendSumsQuery, table = 'spend_sums'): RawBuilder<SqlBool> => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<SqlBool>`${column('bucket')} = ${bucketOfId(scopeId)} and ${column('scope_id')} = ${scopeId}
    and ${column('grouped_by')} = ${groupBy} and ${column('length')} = ${bucket}
    and ${column('start')} >= ${from} and ${column('start')} < ${to}`
}

const SUMS = ['approved_count', 'approved_amount', 'declined_count', 'declined_amount'] as const
const names = sql.raw(SUMS.join(', '))
const addedUp = sql.raw(SUMS.map((name) => `sum(${name}) as ${name}`).join(', '))
const left = sql.raw(
  SUMS.map((name) => `${boundedSpendSumSql(`w.${name} - coalesce(t.${name}, 0)`)}::bigint as ${name}`).join(', '),
)

/**
 * Reads the sums of the largest groups of spend, and one sum of all other groups together. It reads no more rows for a million groups than
 * for a hundred. All sums are read by one statement, so that they are of the same moment.
 */
async function sumsOfMany(db: Db, query: SpendSumsQuery): Promise<SpendSums[]> {
  const largest = await largestOfManySpendGroups(db, query)
  const { scopeId, groupBy, bucket, most } = query
  const rows = await readRowsBySql(
    db,
    sql<SpendSums>`with named as materialized (
      select s.start, s.group_key, ${names}
      from unnest(${largest}::text[]) as group_name (name) cross join unnest(${rollupStartsIn(bucket, query)}::bigint[]) as slice (start)
        cross join lateral (select * from spend_sums s where s.bucket = ${bucketOfId(scopeId)} and s.scope_id = ${scopeId}
          and s.grouped_by = ${groupBy} and s.length = ${bucket} and s.start = slice.start and s.group_key = group_name.name limit 1) s
      ${groupBy === 'costCenter' ? sql`union all ${sumsWithoutCostCenter(query)}` : sql``}),
    together as materialized (select start, ${addedUp} from named group by start),
    rest as (select w.start, ${left} from spend_sums w left join together t on t.start = w.start
      where ${inRange({ ...query, groupBy: 'none' }, 'w')} and ${largest.length} >= ${most})
    select start, group_key, false as is_rest, ${names} from named
    union all
    select start, '', true, ${names} from rest where (${names}) <> (0, 0, 0, 0)
    order by start, is_rest, approved_amount desc, declined_amount desc, group_key`,
  )
  return rows
}
