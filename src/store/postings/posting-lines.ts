import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type PostedEntry, postingOfStep, postingOfTransaction } from '../../domain/rollups/postings.ts'
import type { CountedSpend } from '../../domain/spend/counted-amount.ts'
import type { Db } from '../connection/db.ts'
import { readRowsBySql } from '../connection/read-sql.ts'
import type { LoadedListPage, ListPageRequest } from '../statements/keyset.ts'
import { type PostingRange, stepsOfRange, transactionsOfRange } from './posting-range.ts'
import { type PurchaseOfPosting, purchasesOfPostings } from './posting-purchases.ts'

export interface PostingQuery extends ListPageRequest, PostingRange {
  readonly costCenter?: string | undefined
  readonly order: 'newest' | 'oldest'
}

/** A posting, with the purchase that it is about. */
export interface PostingLine extends PostedEntry, PurchaseOfPosting {
  /** The id of the transaction or step without its prefix. These are in the order of time, and no two are the same. */
  readonly id: string
  readonly at: number
  readonly transactionId: string
}

/** The most transactions, and the most steps, that one page compares. */
const MOST_COMPARED = 2000

interface TransactionRow {
  readonly id: string
  readonly at: number
  readonly amount: number
  readonly type: 'authorization' | 'force_capture' | 'credit'
  readonly decision: 'approve' | 'decline'
}

interface StepRow {
  readonly id: string
  readonly transaction_id: string
  readonly at: number
  readonly amount: number
  readonly kind: Parameters<typeof postingOfStep>[0]['kind']
  readonly counted: readonly CountedSpend[] | null
}

/**
 * Lists postings by time. Transactions and their steps are in two tables, which are read apart and merged. A page ends where one of the two
 * reads has compared `MOST_COMPARED` rows, because most of them may move no money.
 */
export async function listPostings(db: Db, query: PostingQuery): Promise<LoadedListPage<PostingLine>> {
  const tables = { transactions: transactionsOfRange(rest(query)), steps: stepsOfRange(rest(query)) }
  const ends = await Promise.all(Object.values(tables).map((table) => endOfComparison(db, table)))
  const stop = nearest(ends, query)
  const [transactions, steps] = await Promise.all([
    rowsOf<TransactionRow>(db, { ...tables.transactions, moves: MOVING_TRANSACTION }, { query, stop }),
    rowsOf<StepRow>(db, { ...tables.steps, moves: MOVING_STEP }, { query, stop }),
  ])
  const entries = [
    ...transactions.flatMap((row) => entryOf({ ...row, transaction_id: row.id }, postingOfTransaction(row))),
    ...steps.flatMap((row) => entryOf(row, postingOfStep(row))),
  ]
    .toSorted((a, b) => (a.id < b.id === (query.order === 'oldest') ? -1 : 1))
    .slice(0, query.limit + 1)
  const purchases = await purchasesOfPostings(db, [...new Set(entries.map(({ transactionId }) => transactionId))])
  const lines = entries.flatMap((entry) => {
    const purchase = purchases.get(entry.transactionId)
    return purchase === undefined ? [] : [{ ...entry, ...purchase }] // removed by retention since the rows were read
  })
  return stop === null || entries.length > query.limit ? lines : { rows: lines, stoppedAt: stop }
}

/** The rest of the range: from the last line of the page before. */
function rest({ after, order, ...range }: PostingQuery): PostingRange & { order: 'newest' | 'oldest' } {
  if (after === null) return { ...range, order }
  return order === 'newest' ? { ...range, order, beforeId: after } : { ...range, order, afterId: after }
}

type Table = ReturnType<typeof transactionsOfRange>

/** The position of the last row that is compared, or null where the range ends before. */
async function endOfComparison(db: Db, { from, where, order, id }: Table) {
  const [row] = await readRowsBySql(
    db,
    sql<{
      id: string
    }>`select substr(${id}, 5) as id from ${from} where ${where} order by ${order} offset ${MOST_COMPARED} limit 1`,
  )
  return row?.id ?? null
}

const nearest = (ends: readonly (string | null)[], { order }: PostingQuery): string | null => {
  const sorted = ends.filter((end) => end !== null).toSorted()
  return (order === 'newest' ? sorted.at(-1) : sorted[0]) ?? null
}

function rowsOf<Row>(
  db: Db,
  { from, where, order, columns, moves, inCostCenter, untilStop }: Table & { moves: RawBuilder<SqlBool> },
  { query, stop }: { query: PostingQuery; stop: string | null },
): Promise<Row[]> {
  const isCompared = stop === null ? sql`true` : untilStop(stop)
  const isOfCenter = query.costCenter === undefined ? sql`true` : inCostCenter(query.costCenter)
  return readRowsBySql(
    db,
    sql<Row>`select ${columns} from ${from} where ${where} and ${moves} and ${isCompared} and ${isOfCenter}
      order by ${order} limit ${query.limit + 1}`,
  )
}

/** SQL conditions for the rows that can be postings. */
const MOVING_TRANSACTION = sql<SqlBool>`t.decision = 'approve' and t.amount > 0`
const MOVING_STEP = sql<SqlBool>`(s.counted is not null or s.kind in ('settle', 'capture', 'refund'))`

const entryOf = (
  { id, transaction_id, at }: Pick<StepRow, 'id' | 'transaction_id' | 'at'>,
  posting: PostedEntry | null,
) => (posting === null ? [] : [{ ...posting, id: id.slice(4), at, transactionId: transaction_id }])
