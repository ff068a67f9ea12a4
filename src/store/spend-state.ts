import { recentEntries } from '../domain/recent-entries.ts'
import { noEntries, type SpendEntry } from '../domain/spend-entries.ts'
import { decodeEntries, type Spend } from '../domain/spend-windows.ts'
import type { Columns } from './columns.ts'
import type { SpendRow } from './tables.ts'

/** A level's older entries, as stored. */
export interface SpendHistory {
  /** A name that never comes back: by it a copy is known to be what is stored. Null: nothing is. */
  readonly version: string | null
  readonly entries: readonly SpendEntry[]
}

export const noHistory: SpendHistory = { version: null, entries: noEntries }

/** A level's spend from its row and its older entries. */
export const spendState = (row: SpendRow, history: SpendHistory): Spend => ({
  total: row.total,
  month: row.month,
  monthTotal: row.month_total,
  lastApprovedAt: row.last_approved_at,
  older: history.entries,
  recent: recentEntries(decodeEntries(row.recent)),
})

export const spendColumns: Columns<SpendRow> = {
  subject_id: 'word',
  account_id: 'word',
  customer_id: 'word',
  total: 'bigint',
  month: 'integer',
  month_total: 'bigint',
  last_approved_at: 'bigint',
  recent: 'text',
  history_version: 'word',
}
