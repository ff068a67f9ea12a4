import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { PostingGroup } from '../../contract/resources/stats/postings.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { DAY_MS } from '../../lib/clock.ts'
import type { Db } from '../connection/db.ts'
import { readRowsBySql } from '../connection/read-sql.ts'
import { boundedSpendSumSql } from '../statements/bounded-sum.ts'
import { BLANKS } from '../statements/blanks.ts'
import { type PostingRange, stepsOfRange, transactionsOfRange } from './posting-range.ts'

export interface PostingSumsQuery extends PostingRange {
  /** The scopes of the stored sums, one for each currency: see `rollupScopeOfAccount`. */
  readonly scopes: readonly { readonly scopeId: string; readonly currency: string }[]
  /** The customer of the level. Undefined: the sums of the whole account. */
  readonly customerId?: string | undefined
  readonly groupBy: PostingGroup
  /** How many groups of each currency are told apart. All others are one group. */
  readonly most: number
}

/** The money that moved in one group of postings, in minor units of the currency. */
export interface PostingGroupSums {
  readonly currency: string
  /** Null: all groups that are not among the largest. */
  readonly group_key: string | null
  readonly authorized: number
  readonly held: number
  readonly captured: number
  readonly refunded: number
}

const MONEY = ['authorized', 'held', 'captured', 'refunded'] as const
const SUMS = sql.raw(MONEY.map((name) => `sum(${name})`).join(', '))
const MOVED = sql.raw(MONEY.map((name) => `${boundedSpendSumSql(`sum(${name})`)}::bigint as ${name}`).join(', '))

/**
 * Sums postings. Whole days of UTC are read from the stored sums. Added to these are the entries of the parts of days at both ends of the
 * range, and the entries of the whole days that no stored sum includes yet. One statement reads all of them, so that they are of one moment.
 */
export function postingSums(db: Db, query: PostingSumsQuery): Promise<PostingGroupSums[]> {
  const days = wholeDays(query)
  const summands =
    days === null ? [entriesIn(query, query)] : [storedSums(query, days), ...edges(query, days), newest(query, days)]
  return readRowsBySql(
    db,
    sql<PostingGroupSums>`with part (currency, group_key, authorized, held, captured, refunded) as (${sql.join(summands, sql` union all `)}),
      moved as (select currency, group_key, ${MOVED} from part group by 1, 2
        having (${SUMS}) <> (0, 0, 0, 0)),
      ranked as (select moved.*, row_number() over (partition by currency
        order by captured - refunded desc, authorized desc, group_key) as place from moved)
    select currency, case when place <= ${query.most} then group_key end as group_key, ${MOVED} from ranked
      group by 1, 2 order by currency, 2 is null, ${boundedNet} desc, 2`,
  )
}

const boundedNet = sql.raw('sum(captured) - sum(refunded)')

interface Days {
  readonly from: number
  readonly before: number
}

/** The days of UTC that lie wholly in a range, or null if there is none. */
function wholeDays({ from, before }: Days): Days | null {
  const first = Math.ceil(from / DAY_MS) * DAY_MS
  const end = Math.floor(before / DAY_MS) * DAY_MS
  return first < end ? { from: first, before: end } : null
}

/** The entries of the range that are before its whole days, and those that are after them. */
const edges = (query: PostingSumsQuery, days: Days) =>
  [
    { from: query.from, before: days.from },
    { from: days.before, before: query.before },
  ]
    .filter(({ from, before }) => from < before)
    .map((edge) => entriesIn(query, edge))

/** The stored groups of sums, and the sign with which each counts: purchases without a cost center are not stored. */
function storedGroups(groupBy: PostingGroup): readonly { groupedBy: string; sign: 1 | -1; key: RawBuilder<string> }[] {
  const key = sql<string>`s.group_key`
  if (groupBy === 'day') return [{ groupedBy: 'none', sign: 1, key: sql`s.start::text` }]
  if (groupBy !== 'costCenter') return [{ groupedBy: groupBy, sign: 1, key }]
  return [
    { groupedBy: 'costCenter', sign: 1, key },
    { groupedBy: 'none', sign: 1, key },
    { groupedBy: 'assigned', sign: -1, key },
  ]
}

const storedSums = ({ scopes, groupBy }: PostingSumsQuery, days: Days): RawBuilder<unknown> =>
  sql.join(
    scopes.flatMap(({ scopeId, currency }) =>
      storedGroups(groupBy).map(
        ({ groupedBy, sign, key }) => sql`select ${currency}::text as currency, (${key})::text collate "C" as group_key,
          ${sign} * s.authorized_amount as authorized, ${sign} * s.held_amount as held,
          ${sign} * s.captured_amount as captured, ${sign} * s.refunded_amount as refunded
        from spend_sums s where s.bucket = ${bucketOfId(scopeId)} and s.scope_id = ${scopeId} and s.grouped_by = ${groupedBy}
          and s.length = 'day' and s.start >= ${days.from} and s.start < ${days.before}`,
      ),
    ),
    sql` union all `,
  )

/** The transaction of each step, looked up by its key: in a join, a plan made for small tables could read all transactions for each step. */
const transactionOfStep = sql`cross join lateral (select t.* from transactions t
  where t.bucket = s.bucket and t.id = s.transaction_id limit 1) t`

/** The entries of a range of time that transactions and steps are read for by their ids. */
function entriesIn(query: PostingSumsQuery, { from, before }: Days): RawBuilder<unknown> {
  const range = { ...query, from, before }
  const [transactions, steps] = [transactionsOfRange(range), stepsOfRange(range)]
  return sql`select ${ofTransaction(query)} from ${transactions.from} where ${transactions.where}
    union all select ${ofStep(query)} from ${steps.from}
      ${transactionOfStep} where ${steps.where}`
}

/** The entries of whole days that the stored sums do not include yet: they follow the last entry that is summed, in each customer's journal. */
function newest(query: PostingSumsQuery, days: Days): RawBuilder<unknown> {
  const { accountId, customerId, level } = query
  const isOwn =
    customerId === undefined
      ? sql<SqlBool>`c.account_id = ${accountId}`
      : sql<SqlBool>`c.bucket = ${bucketOfId(customerId)} and c.id = ${customerId}`
  const heads = sql`(select c.bucket, c.id, coalesce(f.posted_sequence, 0) as posted from customers c
    left join spend_folds f on f.bucket = c.bucket and f.customer_id = c.id where ${isOwn}) head`
  const ofLevel = (table: 's' | 't') =>
    level === undefined || level.kind === 'customer'
      ? sql`true`
      : sql`(${sql.ref(`${table}.${level.kind}_id`)} = ${level.id}) is true`
  const after = (
    table: 's' | 't',
  ) => sql`${sql.ref(`${table}.bucket`)} = head.bucket and ${sql.ref(`${table}.customer_id`)} = head.id
    and ${sql.ref(`${table}.sequence`)} > head.posted`
  return sql`select ${ofTransaction(query)} from ${heads} cross join lateral (select t.* from transactions t where ${after('t')} offset 0) t
      where ${ofLevel('t')} and t.created_at >= ${days.from} and t.created_at < ${days.before}
    union all select ${ofStep(query)} from ${heads} cross join lateral (select s.* from transaction_steps s where ${after('s')} offset 0) s
      ${transactionOfStep}
      where ${ofLevel('s')} and s.at >= ${days.from} and s.at < ${days.before}`
}

const groupOf = (groupBy: PostingGroup, at: RawBuilder<number>): RawBuilder<string> =>
  ({
    none: sql<string>`''`,
    day: sql<string>`(${at} - ${at} % ${sql.lit(DAY_MS)})::text`,
    customer: sql<string>`t.customer_id`,
    agent: sql<string>`coalesce(t.agent_id, '')`,
    card: sql<string>`t.card_id`,
    merchant: sql<string>`btrim(coalesce(t.merchant ->> 'name', ''), ${BLANKS})`,
    costCenter: sql<string>`coalesce(t.cost_center, '')`,
  })[groupBy]

/** SQL of the money that a transaction moves when it is made: see `postingOfTransaction`. */
const ofTransaction = ({ groupBy }: PostingSumsQuery) => {
  const amountOf = (type: string) => sql`case when t.decision = 'approve' and t.type = ${type} then t.amount else 0 end`
  return sql`t.currency::text, (${groupOf(groupBy, sql`t.created_at`)})::text collate "C", ${amountOf('authorization')},
    ${amountOf('authorization')}, ${amountOf('force_capture')}, ${amountOf('credit')}`
}

/** SQL of the money that a step moves: see `postingOfStep`. */
const ofStep = ({ groupBy }: PostingSumsQuery) => {
  const change = sql`(select coalesce(sum((part ->> 1)::bigint), 0) from json_array_elements(s.counted) part)`
  const captured = sql`case when s.kind in ('settle', 'capture') then s.amount else 0 end`
  const isHold = sql`s.kind <> 'refund' and not (s.kind in ('settle', 'capture') and s.amount > 0)`
  return sql`t.currency::text, (${groupOf(groupBy, sql`s.at`)})::text collate "C",
    case when ${isHold} then greatest(${change}, 0) else 0 end, ${change} - ${captured}, ${captured},
    case when s.kind = 'refund' then s.amount else 0 end`
}
