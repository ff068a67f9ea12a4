import { recentEntries } from '../domain/recent-entries.ts'
import { noEntries, type SpendEntry } from '../domain/spend-entries.ts'
import { decodeEntries, type Spend } from '../domain/spend-windows.ts'
import type { SpendRow } from './tables.ts'

/** A level's older entries, as stored. `version` tells whether a copy is still what is stored. */
export interface SpendHistory {
  readonly version: number
  readonly entries: readonly SpendEntry[]
}

export const noHistory: SpendHistory = { version: 0, entries: noEntries }

/** A level's spend from its row and its older entries. */
export const spendState = (row: SpendRow, history: SpendHistory): Spend => ({
  total: row.total,
  month: row.month,
  monthTotal: row.month_total,
  lastApprovedAt: row.last_approved_at,
  older: history.entries,
  recent: recentEntries(decodeEntries(row.recent)),
})
