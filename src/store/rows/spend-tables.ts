import { recentSpendEntries } from '../../domain/spend/recent-entries.ts'
import { decodeSpendEntries, encodeSpendEntries, type LevelSpend } from '../../domain/spend/spend-windows.ts'
import { asciiColumn, bigintColumn, integerColumn, textColumn } from '../statements/column.ts'
import { defineTable } from '../statements/table.ts'
import type { SelectedTableRow } from '../statements/table-types.ts'

/** The checkpoints: each is the spend of a card, agent or customer up to a journal entry. Later entries are not in it. Amounts are in cents. */
export const spendCheckpointsTable = defineTable('spend_checkpoints', {
  subjectId: asciiColumn,
  accountId: asciiColumn,
  customerId: asciiColumn,
  sequence: bigintColumn,
  entryId: asciiColumn,
  at: bigintColumn,
  /** How many journal entries of the level the checkpoint includes. */
  entries: bigintColumn,
  total: bigintColumn,
  month: integerColumn,
  monthTotal: bigintColumn,
  lastApprovedAt: bigintColumn.nullable,
  older: textColumn.as<LevelSpend['older']>(decodeSpendEntries, encodeSpendEntries),
  recent: textColumn.as<LevelSpend['recent']>(
    (stored) => recentSpendEntries(decodeSpendEntries(stored)),
    ({ entries }) => encodeSpendEntries(entries),
  ),
})
export type SpendCheckpointRow = SelectedTableRow<typeof spendCheckpointsTable>

/** Makes the spend of a level from its stored checkpoint. Later journal entries are not in it. */
export const { state: checkpointedSpend } = spendCheckpointsTable.without(
  'subjectId',
  'accountId',
  'customerId',
  'sequence',
  'entryId',
  'at',
  'entries',
)

/** The spend that was approved and declined in an hour, a day or 30 days: see `domain/rollups/spend-shares.ts`. Amounts are in cents. */
export interface SpendSumRow {
  scope_id: string
  account_id: string
  grouped_by: string
  length: string
  start: number
  group_key: string
  approved_count: number
  approved_amount: number
  declined_count: number
  declined_amount: number
  authorized_amount: number
  held_amount: number
  captured_amount: number
  refunded_amount: number
}

/**
 * The sequences of the last journal entries of a customer that the rollups include: as spend, and as postings. Postings are behind where an
 * older version has added entries, which are then added again for them.
 */
export interface SpendRollupRow {
  customer_id: string
  account_id: string
  sequence: number
  posted_sequence: number
}
