import type { BatchChanges } from '../../domain/batch/changes.ts'
import {
  journalHeadOf,
  type JournalEntry,
  type JournalHead,
  levelsOfJournalEntry,
} from '../../domain/batch/journal-entry.ts'
import type { LoadedCustomer, BatchWorkingSet } from '../../domain/batch/working-set.ts'
import { assertPresent } from '../../lib/assert.ts'
import { checkpointedSpend, type SpendCheckpointRow, spendCheckpointsTable } from '../rows/spend-tables.ts'
import { GIVEN_IDS_TABLE_SQL } from '../statements/given-rows.ts'
import { readRowsByIds } from './by-ids.ts'
import { type SpendFold, foldNextJournalEntry, emptySpendFold } from './cache/cached-customer.ts'
import {
  compareJournalSequences,
  type JournalEntryRow,
  journalEntry,
  TRANSACTION_STEP_ENTRY_SQL,
  TRANSACTION_ENTRY_SQL,
} from './entry-rows.ts'
import type { DatabaseTransactionConnection } from '../connection/transaction.ts'
import type { SqlQuery, PreparedStatement } from '../statements/query.ts'

/**
 * After how many new journal entries, declines included, a level's fold is stored as a checkpoint. A node that does not know the level
 * reads the last checkpoint, at most this many entries after it, and the entries of one batch.
 */
export const JOURNAL_ENTRIES_PER_CHECKPOINT = 256

/**
 * Whether a level's checkpoint falls due while the level's number of entries grows from `before` to `after`. All nodes count the same
 * entries, so exactly one node writes the checkpoint.
 */
export const isCheckpointDue = (before: number, after: number): boolean =>
  Math.floor(before / JOURNAL_ENTRIES_PER_CHECKPOINT) < Math.floor(after / JOURNAL_ENTRIES_PER_CHECKPOINT)

/** A decided batch, with the folds that its levels had before it. */
export interface BatchWithSpendFolds {
  readonly set: Pick<BatchWorkingSet, 'customers' | 'spend'>
  readonly changes: Pick<BatchChanges, 'entries'>
  readonly folds: ReadonlyMap<string, SpendFold>
}

/** A customer of a batch, with the journal entries that the batch appends and the folds of the customer's levels before and after them. */
export interface AppendedJournalEntries {
  readonly customer: LoadedCustomer
  readonly entries: readonly JournalEntry[]
  readonly folds: ReadonlyMap<string, { readonly before: SpendFold; readonly after: SpendFold }>
}

/** Lists what a batch appends to journals, by customer. */
export const journalEntriesAppendedByBatch = ({ set, changes, folds }: BatchWithSpendFolds): AppendedJournalEntries[] =>
  [...Map.groupBy(changes.entries, ({ customerId }) => customerId)].map(([customerId, entries]) => {
    const counts = new Map<string, number>()
    for (const level of entries.flatMap(levelsOfJournalEntry)) counts.set(level, (counts.get(level) ?? 0) + 1)
    const levels = [...counts].map(([level, count]) => {
      const before = folds.get(level) ?? emptySpendFold
      const after = { spend: set.spend.get(level) ?? before.spend, entries: before.entries + count }
      return [level, { before, after }] as const
    })
    const customer = assertPresent(set.customers.get(customerId), 'an entry has its customer loaded')
    return { customer, entries, folds: new Map(levels) }
  })

/** Makes the statements that store the checkpoints of spend that are due. */
export const checkpointQueries = (appended: readonly AppendedJournalEntries[]): SqlQuery[] =>
  upsertCheckpoints(
    appended.flatMap(({ customer, folds }) =>
      [...folds].flatMap(([level, { before, after }]) =>
        isCheckpointDue(before.entries, after.entries) ? [checkpointState(customer, { level, fold: after })] : [],
      ),
    ),
  )

export const checkpointState = (
  { id: customerId, accountId, last }: LoadedCustomer,
  { level, fold: { spend, entries } }: { level: string; fold: SpendFold },
) => ({
  ...spend,
  subjectId: level,
  accountId,
  customerId,
  sequence: last.sequence,
  entryId: last.id,
  at: last.at,
  entries,
})

const upsertCheckpoints = spendCheckpointsTable.inserting(
  `on conflict (subject_id, bucket) do update set ${spendCheckpointsTable.columnNames
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}`,
)

/** A level's fold, computed from its last checkpoint and the journal entries after it. */
export interface LevelSpendFold {
  readonly fold: SpendFold
  /** The last journal entry of the level or, for a customer, of its whole journal. Undefined: the level has none. */
  readonly head: JournalHead | undefined
}

export type SpendingLevelKind = 'card' | 'agent' | 'customer'

/** Computes the folds of levels of one kind from their checkpoints and the journal entries after them. */
export async function readSpendFoldsOfLevels(
  connection: DatabaseTransactionConnection,
  kind: SpendingLevelKind,
  ids: readonly string[],
): Promise<Map<string, LevelSpendFold>> {
  if (ids.length === 0) return new Map()
  const [checkpoints, transactions, steps] = await Promise.all([
    readRowsByIds<SpendCheckpointRow>(connection, selectCheckpoints, ids),
    readRowsByIds<LevelEntryRow>(connection, transactionsAfter[kind], ids),
    readRowsByIds<LevelEntryRow>(connection, stepsAfter[kind], ids),
  ])
  const checkpointOf = new Map(checkpoints.map((row) => [row.subject_id, row]))
  const rowsOf = Map.groupBy([...transactions, ...steps], ({ level }) => level)
  return new Map(ids.map((id) => [id, foldedLevel(checkpointOf.get(id), (rowsOf.get(id) ?? []).map(journalEntry))]))
}

function foldedLevel(checkpoint: SpendCheckpointRow | undefined, after: readonly JournalEntry[]): LevelSpendFold {
  const entries = after.toSorted(compareJournalSequences)
  const begin = checkpoint ? { spend: checkpointedSpend(checkpoint), entries: checkpoint.entries } : emptySpendFold
  const last = entries.at(-1)
  return {
    fold: entries.reduce(foldNextJournalEntry, begin),
    head: last ? journalHeadOf(last) : checkpoint && headOf(checkpoint),
  }
}

const headOf = ({ sequence, entry_id: id, at }: SpendCheckpointRow): JournalHead => ({ sequence, id, at })

interface LevelEntryRow extends JournalEntryRow {
  level: string
}

const selectCheckpoints: PreparedStatement = {
  name: 'select-checkpoints',
  text: `select ${spendCheckpointsTable.columnsOf('stored')}
    from ${GIVEN_IDS_TABLE_SQL}
      join spend_checkpoints stored on stored.bucket = given.bucket and stored.subject_id = given.id`,
}

const perKind = (
  statement: (kind: SpendingLevelKind) => PreparedStatement,
): Readonly<Record<SpendingLevelKind, PreparedStatement>> => ({
  card: statement('card'),
  agent: statement('agent'),
  customer: statement('customer'),
})

/**
 * `transactions` has indexes by card and by agent with the transaction's id, and ids have the order of the journal. The `order by` makes
 * the planner read each level by its index: without it, if most rows belong to few levels, the planner reads the whole table.
 */
const afterById = `id > 'txn_' || substr(coalesce(stored.entry_id, ''), 5) order by own.id`
const afterBySequence = 'sequence > coalesce(stored.sequence, 0) order by own.sequence'

const transactionsAfter = perKind((kind) =>
  entriesAfter(kind, 'transactions', {
    entry: TRANSACTION_ENTRY_SQL,
    after: kind === 'customer' ? afterBySequence : afterById,
  }),
)
const stepsAfter = perKind((kind) =>
  entriesAfter(kind, 'transaction_steps', { entry: TRANSACTION_STEP_ENTRY_SQL, after: afterBySequence }),
)

function entriesAfter(
  kind: SpendingLevelKind,
  table: string,
  { entry, after }: { entry: string; after: string },
): PreparedStatement {
  return {
    name: `${table}-after-checkpoint-of-${kind}`,
    text: `select given.id as level, entry.* from ${GIVEN_IDS_TABLE_SQL}
      left join spend_checkpoints stored on stored.bucket = given.bucket and stored.subject_id = given.id
      cross join lateral (select ${entry} from ${table} own
        where own.bucket = given.bucket and own.${kind}_id = given.id and own.${after}) entry`,
  }
}
