import { foldJournalEntryIntoSpend, type JournalEntry, levelsOfJournalEntry } from '../../domain/batch/journal-entry.ts'
import { emptyLevelSpend, type LevelSpend } from '../../domain/spend/spend-windows.ts'
import { startOfUtcMonth, utcMonth } from '../../domain/spend/utc-month.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { WEEK_MS } from '../../lib/clock.ts'
import { readSpendFoldsOfLevels } from '../journal/checkpoint.ts'
import {
  compareJournalSequences,
  type JournalEntryRow,
  journalEntry,
  TRANSACTION_STEP_ENTRY_SQL,
  TRANSACTION_ENTRY_SQL,
} from '../journal/entry-rows.ts'
import type { DatabaseTransactionConnection } from '../connection/transaction.ts'
import { firstJournalSequenceFrom, type PastJournalRange } from './past-range.ts'
import type { DatabaseSnapshot } from '../connection/snapshot.ts'

const PAGE = 4000
const LEVELS_AT_ONCE = 500

/**
 * Finds the first journal entry that must be read to know what levels had spent when the range of a backtest began: its time in Unix
 * milliseconds, and its sequence.
 */
export async function firstJournalEntryForPastSpend(
  snapshot: DatabaseSnapshot,
  range: PastJournalRange,
): Promise<{ at: number; sequence: number }> {
  const at = Math.min(startOfUtcMonth(utcMonth(range.first.at)), range.first.at - WEEK_MS)
  return { at, sequence: await firstJournalSequenceFrom(snapshot, range, at) }
}

/**
 * Computes what the levels of a range had spent when the range began. Windows are computed from the entries before the range, totals from
 * the present totals minus everything that was counted since. A level with more than 500 approvals in a week merges the older ones by minute
 * (`domain/spend/spend-entries.ts`), and a merged approval may have another time here than it had for the real decisions.
 */
export async function spendBeforeBacktestRange(
  snapshot: DatabaseSnapshot,
  range: PastJournalRange,
  begin: { readonly at: number; readonly sequence: number },
): Promise<Map<string, LevelSpend>> {
  const { customerId, first, head } = range
  if (first.sequence === 1) return new Map()
  const spend = new Map<string, LevelSpend>()
  for await (const entry of entriesOf(snapshot, customerId, { from: begin.sequence, to: first.sequence - 1 })) {
    const counted = entry.counted.filter(([at]) => at >= begin.at)
    for (const level of levelsOfJournalEntry(entry)) {
      spend.set(level, foldJournalEntryIntoSpend(spend.get(level) ?? emptyLevelSpend, { ...entry, counted }))
    }
  }
  const since = new Map<string, number>()
  const kinds = { customer: new Set([customerId]), agent: new Set<string>(), card: new Set<string>() }
  for await (const entry of entriesOf(snapshot, customerId, { from: first.sequence, to: head })) {
    kinds.card.add(entry.cardId)
    if (entry.agentId !== null) kinds.agent.add(entry.agentId)
    const cents = entry.counted.reduce((sum, [, amount]) => sum + amount, 0)
    for (const level of levelsOfJournalEntry(entry)) since.set(level, (since.get(level) ?? 0) + cents)
  }
  for (const kind of ['customer', 'agent', 'card'] as const) {
    for (const [level, total] of await totalsNow(snapshot, kind, [...kinds[kind]])) {
      spend.set(level, { ...(spend.get(level) ?? emptyLevelSpend), total: total - (since.get(level) ?? 0) })
    }
  }
  return spend
}

async function totalsNow(
  { rows }: DatabaseSnapshot,
  kind: 'customer' | 'agent' | 'card',
  ids: readonly string[],
): Promise<[level: string, total: number][]> {
  const connection: DatabaseTransactionConnection = { rows: (statement, values) => rows(statement.text, values) }
  const totals: [string, number][] = []
  for (let n = 0; n < ids.length; n += LEVELS_AT_ONCE) {
    const levels = await readSpendFoldsOfLevels(connection, kind, ids.slice(n, n + LEVELS_AT_ONCE))
    for (const [level, { fold }] of levels) totals.push([level, fold.spend.total])
  }
  return totals
}

/** Reads the entries from one number to another of a customer's journal, in the order of the journal. */
async function* entriesOf(
  snapshot: DatabaseSnapshot,
  customerId: string,
  { from, to }: { from: number; to: number },
): AsyncGenerator<JournalEntry> {
  for (let first = from; first <= to; first += PAGE) {
    const values = [bucketOfId(customerId), customerId, first, Math.min(to, first + PAGE - 1)]
    const rows = await Promise.all([
      snapshot.rows<JournalEntryRow>(`select ${TRANSACTION_ENTRY_SQL} from transactions ${SEQUENCE_RANGE_SQL}`, values),
      snapshot.rows<JournalEntryRow>(
        `select ${TRANSACTION_STEP_ENTRY_SQL} from transaction_steps ${SEQUENCE_RANGE_SQL}`,
        values,
      ),
    ])
    yield* snapshot.slices.each(rows.flat().map(journalEntry).toSorted(compareJournalSequences))
  }
}

/** SQL that selects the journal entries of one customer with numbers from `$3` to `$4`. */
export const SEQUENCE_RANGE_SQL =
  'where bucket = $1 and customer_id = $2 and sequence between $3 and $4 order by sequence'
