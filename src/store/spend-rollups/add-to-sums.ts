import { setImmediate as nextTurn } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { spendSharesOf, type JournalEntryForRollups, type SpendShare } from '../../domain/rollups/spend-shares.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import type { Tx } from '../connection/db.ts'
import type { SpendSumRow } from '../rows/spend-tables.ts'
import { boundedSpendSum, boundedSpendSumSql } from '../statements/bounded-sum.ts'
import { columnArrayParameters, type TableColumns, insertSql } from '../statements/columns.ts'

/**
 * The most rows of `spend_sums` that one statement writes. A purchase that is decided meanwhile waits for a processor of the database no longer
 * than such a statement takes.
 */
const MOST_WRITTEN = 200
/** How many facts about spend are added to the sums in one turn of the event loop. Between two turns the node answers requests. */
const FACTS_IN_A_TURN = 20

type SumRow = SpendSumRow & { bucket: number }

const sumColumns: TableColumns<SumRow> = {
  bucket: 'smallint',
  scope_id: 'word',
  account_id: 'word',
  grouped_by: 'word',
  length: 'word',
  start: 'bigint',
  group_key: 'text',
  approved_count: 'bigint',
  approved_amount: 'bigint',
  declined_count: 'bigint',
  declined_amount: 'bigint',
  authorized_amount: 'bigint',
  held_amount: 'bigint',
  captured_amount: 'bigint',
  refunded_amount: 'bigint',
}

const added = [
  'approved_count',
  'approved_amount',
  'declined_count',
  'declined_amount',
  'authorized_amount',
  'held_amount',
  'captured_amount',
  'refunded_amount',
] as const
const addSql = `${insertSql('spend_sums', sumColumns)} on conflict (scope_id, grouped_by, length, start, group_key, bucket)
  do update set ${added.map((name) => `${name} = ${boundedSpendSumSql(`spend_sums.${name} + excluded.${name}`)}`).join(', ')}`

/** Rows to add to `spend_sums`: by the id of their scope, and then by the rest of their primary key. */
type Sums = Map<string, Map<string, SumRow>>

/**
 * Adds facts about spend to the stored sums. The sums are written in the order of their keys, so that two transactions that add to the same
 * sums cannot deadlock.
 */
export async function addToSpendRollupSums(tx: Tx, facts: Iterable<JournalEntryForRollups>): Promise<void> {
  let some: SumRow[] = []
  for (const row of inOrder(await sumsOf(facts))) {
    if (some.push(row) < MOST_WRITTEN) continue
    await write(tx, some)
    some = []
  }
  if (some.length > 0) await write(tx, some)
}

const write = (tx: Tx, rows: readonly SumRow[]) =>
  tx.executeQuery(CompiledQuery.raw(addSql, columnArrayParameters(sumColumns, rows)))

/**
 * Lists sums of spend in the order of their keys. A scope is sorted when its turn has come: to sort thousands of sums at once takes some
 * twenty milliseconds, in which the node answers no request.
 */
function* inOrder(sums: Sums): Generator<SumRow> {
  for (const [, own] of byKey(sums)) for (const [, row] of byKey(own)) yield row
}

const byKey = <Value>(map: ReadonlyMap<string, Value>): [string, Value][] =>
  [...map].toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Makes the rows to add to `spend_sums` from facts about spend. The node answers requests in between. */
async function sumsOf(facts: Iterable<JournalEntryForRollups>): Promise<Sums> {
  const sums: Sums = new Map()
  let inTurn = 0
  for (const fact of facts) {
    for (const share of spendSharesOf(fact)) addShare(sums, fact, share)
    inTurn += 1
    if (inTurn % FACTS_IN_A_TURN === 0) await nextTurn()
  }
  return sums
}

function addShare(sums: Sums, fact: JournalEntryForRollups, share: SpendShare): void {
  const { groupedBy, length, start, group } = share
  const row = rowOf(ofScope(sums, share.scopeId), `${groupedBy} ${length} ${start} ${group}`, fact, share)
  row.approved_count += fact.approved.count
  row.approved_amount = boundedSpendSum(row.approved_amount + fact.approved.amount)
  row.declined_count += fact.declined.count
  row.declined_amount = boundedSpendSum(row.declined_amount + fact.declined.amount)
  row.authorized_amount = boundedSpendSum(row.authorized_amount + fact.posted.authorized)
  row.held_amount = boundedSpendSum(row.held_amount + fact.posted.held)
  row.captured_amount = boundedSpendSum(row.captured_amount + fact.posted.captured)
  row.refunded_amount = boundedSpendSum(row.refunded_amount + fact.posted.refunded)
}

function ofScope(sums: Sums, scopeId: string): Map<string, SumRow> {
  const known = sums.get(scopeId)
  if (known !== undefined) return known
  const own = new Map<string, SumRow>()
  sums.set(scopeId, own)
  return own
}

function rowOf(
  own: Map<string, SumRow>,
  key: string,
  { accountId }: JournalEntryForRollups,
  share: SpendShare,
): SumRow {
  const known = own.get(key)
  if (known !== undefined) return known
  const row: SumRow = {
    bucket: bucketOfId(share.scopeId),
    scope_id: share.scopeId,
    account_id: accountId,
    grouped_by: share.groupedBy,
    length: share.length,
    start: share.start,
    group_key: share.group,
    approved_count: 0,
    approved_amount: 0,
    declined_count: 0,
    declined_amount: 0,
    authorized_amount: 0,
    held_amount: 0,
    captured_amount: 0,
    refunded_amount: 0,
  }
  own.set(key, row)
  return row
}
