import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { bucketOfId } from '../../lib/buckets.ts'
import { smallestIdMadeAt } from '../../lib/ids.ts'
import { rowsOfOneOwnerSql } from '../statements/keyset.ts'

/** The postings of an account, or of one customer, agent or card of it, in a range of time. */
export interface PostingRange {
  readonly accountId: string
  /** The narrowest level whose postings are read. Undefined: those of the whole account. */
  readonly level?: PostingLevel | undefined
  /** The range of time in Unix milliseconds. `before` is exclusive. */
  readonly from: number
  readonly before: number
  /** Only postings after this id, or before that one: ids without their prefix. */
  readonly afterId?: string | undefined
  readonly beforeId?: string | undefined
}

export interface PostingLevel {
  readonly kind: 'customer' | 'agent' | 'card'
  readonly id: string
}

const columnOfLevel = { customer: 'customer_id', agent: 'agent_id', card: 'card_id' } as const

/** The parts of a statement that reads the entries of a range from one table. `s` is a step, `t` a transaction. */
export interface EntriesOfRange {
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<SqlBool>
  readonly order: RawBuilder<unknown>
  readonly id: RawBuilder<string>
  readonly columns: RawBuilder<unknown>
  inCostCenter(costCenter: string): RawBuilder<SqlBool>
  /** The entries up to an id without its prefix, which is included: as far as one page compares. */
  untilStop(id: string): RawBuilder<SqlBool>
}

type Ordered = PostingRange & { readonly order?: 'newest' | 'oldest' }

export function transactionsOfRange(range: Ordered): EntriesOfRange {
  const owner = ownerOfTransactions(range)
  const { first, end } = idsOf('txn', range)
  return {
    from: sql`transactions t`,
    where: sql<SqlBool>`${owner.is} and t.id >= ${first} and t.id < ${end}`,
    order: sql`${owner.indexed} ${direction(range)}, t.id ${direction(range)}`,
    id: sql`t.id`,
    columns: sql`t.id, t.created_at as at, t.amount, t.type, t.decision`,
    inCostCenter: (costCenter) => sql`t.cost_center = ${costCenter}`,
    untilStop: (id) => sql`t.id ${upTo(range)} ${`txn_${id}`}`,
  }
}

/**
 * Steps of an account are read by their ids. Those of a level are read in the order of its journal, between the transactions around the range:
 * no step of before the first of them, or of after the last one, is in the range. The ids are only checked, so that no index by ids fits them.
 */
export function stepsOfRange(range: Ordered): EntriesOfRange {
  const { level } = range
  const { first, end } = idsOf('stp', range)
  const isInRange = sql`s.id >= ${first} and s.id < ${end}`
  const inCostCenter = (costCenter: string) => sql<SqlBool>`exists (select from transactions t
    where t.bucket = s.bucket and t.id = s.transaction_id and t.cost_center = ${costCenter})`
  const untilStop = (id: string) => sql<SqlBool>`s.id ${upTo(range)} ${`stp_${id}`}`
  const columns = sql`s.id, s.transaction_id, s.at, s.kind, s.amount, s.counted`
  const table = { from: sql`transaction_steps s`, id: sql<string>`s.id`, columns, inCostCenter, untilStop }
  if (level === undefined) {
    const where = sql<SqlBool>`${rowsOfOneOwnerSql(sql`s.account_id`, range.accountId)} and ${isInRange}`
    return { ...table, where, order: sql`s.account_id ${direction(range)}, s.id ${direction(range)}` }
  }
  const column = sql<string>`s.${sql.ref(columnOfLevel[level.kind])}`
  const where = sql<SqlBool>`s.bucket = ${bucketOfId(level.id)} and ${rowsOfOneOwnerSql(column, level.id)}
    and s.sequence > ${sequenceAround(range, 'before')} and s.sequence < ${sequenceAround(range, 'after')}
    and (${isInRange} and s.account_id = ${range.accountId}) is true`
  return { ...table, where, order: sql`${column} ${direction(range)}, s.sequence ${direction(range)}` }
}

/**
 * The sequence of the level's last transaction before the range, or of its first one after the range. Both ends of the ids are given: with one of
 * them, PostgreSQL could read another index from its end.
 */
function sequenceAround(range: PostingRange, side: 'before' | 'after'): RawBuilder<number> {
  const owner = ownerOfTransactions(range)
  const { first, end } = idsOf('txn', range)
  const [outside, order, none] =
    side === 'before'
      ? [sql`t.id >= '' and t.id < ${first}`, sql`desc`, sql`0`]
      : [sql`t.id >= ${end} and t.id < '~'`, sql`asc`, sql`${Number.MAX_SAFE_INTEGER}::bigint`]
  return sql`coalesce((select t.sequence from transactions t where ${owner.is} and ${outside}
    order by ${owner.indexed} ${order}, t.id ${order} limit 1), ${none})`
}

/** The condition for the transactions of a range's level, and what its index begins with. */
function ownerOfTransactions({ accountId, level }: PostingRange): {
  indexed: RawBuilder<string>
  is: RawBuilder<SqlBool>
} {
  if (level === undefined) return { indexed: sql`t.account_id`, is: rowsOfOneOwnerSql(sql`t.account_id`, accountId) }
  const inBucket = sql`t.bucket = ${bucketOfId(level.id)} and (t.account_id = ${accountId}) is true`
  if (level.kind === 'customer') {
    const indexed = sql<string>`(t.account_id || ' ' || t.customer_id)`
    return { indexed, is: sql`${rowsOfOneOwnerSql(indexed, `${accountId} ${level.id}`)} and ${inBucket}` }
  }
  const indexed = sql<string>`t.${sql.ref(columnOfLevel[level.kind])}`
  return { indexed, is: sql`${rowsOfOneOwnerSql(indexed, level.id)} and ${inBucket}` }
}

const upTo = ({ order }: Ordered) => sql.raw(order === 'oldest' ? '<=' : '>=')

const direction = ({ order }: Ordered) => sql.raw(order === 'oldest' ? 'asc' : 'desc')

/** The ids of a range: the least one in it, and the least one after it. */
function idsOf(prefix: 'txn' | 'stp', { from, before, afterId, beforeId }: PostingRange) {
  const least = smallestIdMadeAt(prefix, from)
  const most = smallestIdMadeAt(prefix, before)
  const next = afterId === undefined ? '' : `${prefix}_${afterId}~`
  const last = beforeId === undefined ? '~' : `${prefix}_${beforeId}`
  return { first: next > least ? next : least, end: last < most ? last : most }
}
