import { headAfter, type JournalEntry, type JournalHead } from '../../domain/batch/journal-entry.ts'
import { encodeRecent } from '../../domain/recent-entries.ts'
import { encodeEntries } from '../../domain/spend-windows.ts'
import { bucketOf } from '../../lib/buckets.ts'
import { type Columns, columnNames } from '../columns.ts'
import { checkpointedSpend } from '../states.ts'
import type { SpendCheckpointRow } from '../tables.ts'
import { type Fold, foldNext, noFold } from './cached-customer.ts'
import { bySequence, type EntryRow, journalEntry, STEP_ENTRY, TRANSACTION_ENTRY } from './entry-rows.ts'
import type { Connection, Statement } from './transaction.ts'

/**
 * A level's fold is stored when it has come to so many entries more, declines among them: whoever does not know the level
 * reads the last checkpoint and at most so many entries after it, and the entries of one batch.
 */
export const CHECKPOINT_EVERY = 256

/** Whether a level's checkpoint falls between these two counts. Every node counts alike, so one of them writes it. */
export const isDue = (entriesBefore: number, entriesAfter: number): boolean =>
  Math.floor(entriesBefore / CHECKPOINT_EVERY) < Math.floor(entriesAfter / CHECKPOINT_EVERY)

export interface Checkpoint {
  readonly level: string
  readonly accountId: string
  readonly customerId: string
  readonly head: JournalHead
  readonly fold: Fold
}

export const checkpointRow = ({ level, accountId, customerId, head, fold }: Checkpoint): SpendCheckpointRow => ({
  subject_id: level,
  account_id: accountId,
  customer_id: customerId,
  sequence: head.sequence,
  entry_id: head.id,
  at: head.at,
  entries: fold.entries,
  total: fold.spend.total,
  month: fold.spend.month,
  month_total: fold.spend.monthTotal,
  last_approved_at: fold.spend.lastApprovedAt,
  older: encodeEntries(fold.spend.older),
  recent: encodeRecent(fold.spend.recent),
})

export const checkpointColumns: Columns<SpendCheckpointRow> = {
  subject_id: 'word',
  account_id: 'word',
  customer_id: 'word',
  sequence: 'bigint',
  entry_id: 'word',
  at: 'bigint',
  entries: 'bigint',
  total: 'bigint',
  month: 'integer',
  month_total: 'bigint',
  last_approved_at: 'bigint',
  older: 'text',
  recent: 'text',
}

/** A level from its last checkpoint and the entries after it. */
export interface FoldedLevel {
  readonly fold: Fold
  /** The last entry of it. Of a customer: the head of its journal. Undefined: it has none. */
  readonly head: JournalHead | undefined
}

export type LevelKind = 'card' | 'agent' | 'customer'

/** Levels of one kind as they stand now, for whoever knows nothing of them. */
export async function readLevels(
  connection: Connection,
  kind: LevelKind,
  ids: readonly string[],
): Promise<Map<string, FoldedLevel>> {
  if (ids.length === 0) return new Map()
  const values = [ids.map(bucketOf), ids]
  const [checkpoints, transactions, steps] = await Promise.all([
    connection.rows<SpendCheckpointRow>(selectCheckpoints, values),
    connection.rows<LevelEntryRow>(transactionsAfter[kind], values),
    connection.rows<LevelEntryRow>(stepsAfter[kind], values),
  ])
  const checkpointOf = new Map(checkpoints.map((row) => [row.subject_id, row]))
  const rowsOf = Map.groupBy([...transactions, ...steps], ({ level }) => level)
  return new Map(ids.map((id) => [id, foldedLevel(checkpointOf.get(id), (rowsOf.get(id) ?? []).map(journalEntry))]))
}

function foldedLevel(checkpoint: SpendCheckpointRow | undefined, after: readonly JournalEntry[]): FoldedLevel {
  const entries = after.toSorted(bySequence)
  const begin = checkpoint ? { spend: checkpointedSpend(checkpoint), entries: checkpoint.entries } : noFold
  const last = entries.at(-1)
  return {
    fold: entries.reduce(foldNext, begin),
    head: last ? headAfter(last) : checkpoint && headOf(checkpoint),
  }
}

const headOf = ({ sequence, entry_id: id, at }: SpendCheckpointRow): JournalHead => ({ sequence, id, at })

interface LevelEntryRow extends EntryRow {
  level: string
}

const selectCheckpoints: Statement = {
  name: 'select-checkpoints',
  text: `select ${columnNames(checkpointColumns, 'stored')}
    from unnest($1::smallint[], $2::text[]) as level (bucket, id)
      join spend_checkpoints stored on stored.bucket = level.bucket and stored.subject_id = level.id`,
}

const perKind = (statement: (kind: LevelKind) => Statement): Readonly<Record<LevelKind, Statement>> => ({
  card: statement('card'),
  agent: statement('agent'),
  customer: statement('customer'),
})

/**
 * Cards and agents are indexed by the ids of transactions, which in a journal are in the order of the sequence. In this order,
 * so that the planner reads each level by its index: without, where most belongs to few levels, it reads the whole table.
 */
const afterById = `id > 'txn_' || substr(coalesce(stored.entry_id, ''), 5) order by own.id`
const afterBySequence = 'sequence > coalesce(stored.sequence, 0) order by own.sequence'

const transactionsAfter = perKind((kind) =>
  entriesAfter(kind, 'transactions', {
    entry: TRANSACTION_ENTRY,
    after: kind === 'customer' ? afterBySequence : afterById,
  }),
)
const stepsAfter = perKind((kind) =>
  entriesAfter(kind, 'transaction_steps', { entry: STEP_ENTRY, after: afterBySequence }),
)

function entriesAfter(kind: LevelKind, table: string, { entry, after }: { entry: string; after: string }): Statement {
  return {
    name: `${table}-after-checkpoint-of-${kind}`,
    text: `select level.id as level, entry.* from unnest($1::smallint[], $2::text[]) as level (bucket, id)
      left join spend_checkpoints stored on stored.bucket = level.bucket and stored.subject_id = level.id
      cross join lateral (select ${entry} from ${table} own
        where own.bucket = level.bucket and own.${kind}_id = level.id and own.${after}) entry`,
  }
}
