import { setImmediate as nextTurn } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { sharesOf, type SpendFact, type SpendShare } from '../../domain/spend/spend-shares.ts'
import { bucketOf } from '../../lib/buckets.ts'
import type { Tx } from '../connection/db.ts'
import type { SpendSumRow } from '../rows/spend-tables.ts'
import { bounded, boundedSql } from '../statements/bounded-sum.ts'
import { columnArrays, type Columns, insertSql } from '../statements/columns.ts'

/**
 * The most rows of `spend_sums` that one statement writes. A purchase that is decided meanwhile waits for a processor of the database no longer
 * than such a statement takes.
 */
const MOST_WRITTEN = 200
/** How many facts are added to the sums in one turn of the event loop. Between two turns the node answers requests. */
const FACTS_IN_A_TURN = 50

type SumRow = SpendSumRow & { bucket: number }

const sumColumns: Columns<SumRow> = {
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
}

const added = ['approved_count', 'approved_amount', 'declined_count', 'declined_amount'] as const
const addSql = `${insertSql('spend_sums', sumColumns)} on conflict (scope_id, grouped_by, length, start, group_key, bucket)
  do update set ${added.map((name) => `${name} = ${boundedSql(`spend_sums.${name} + excluded.${name}`)}`).join(', ')}`

/** Writes the sums in the order of their keys, so that two transactions that add to the same sums cannot deadlock. */
export async function addToSums(tx: Tx, facts: Iterable<SpendFact>): Promise<void> {
  const sums = await sumsOf(facts)
  const sorted = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  for (let first = 0; first < sorted.length; first += MOST_WRITTEN) {
    const some = sorted.slice(first, first + MOST_WRITTEN)
    await tx.executeQuery(CompiledQuery.raw(addSql, columnArrays(sumColumns, some)))
  }
}

/** Makes the rows to add, by their keys. Requests are answered in between. */
async function sumsOf(facts: Iterable<SpendFact>): Promise<ReadonlyMap<string, SumRow>> {
  const rows = new Map<string, SumRow>()
  let inTurn = 0
  for (const fact of facts) {
    for (const share of sharesOf(fact)) addShare(rows, fact, share)
    inTurn += 1
    if (inTurn % FACTS_IN_A_TURN === 0) await nextTurn()
  }
  return rows
}

function addShare(rows: Map<string, SumRow>, fact: SpendFact, share: SpendShare): void {
  const { scopeId, groupedBy, group, length, start } = share
  const key = [scopeId, groupedBy, length, start, group].join(' ')
  const row = rows.get(key)
  rows.set(key, {
    bucket: bucketOf(scopeId),
    scope_id: scopeId,
    account_id: fact.accountId,
    grouped_by: groupedBy,
    length,
    start,
    group_key: group,
    approved_count: (row?.approved_count ?? 0) + fact.approved.count,
    approved_amount: bounded((row?.approved_amount ?? 0) + fact.approved.amount),
    declined_count: (row?.declined_count ?? 0) + fact.declined.count,
    declined_amount: bounded((row?.declined_amount ?? 0) + fact.declined.amount),
  })
}
