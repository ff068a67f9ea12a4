import { encodeRecent } from '../../domain/recent-entries.ts'
import { decodeEntries, type Spend } from '../../domain/spend-windows.ts'
import type { SpendHistory } from '../spend-state.ts'
import type { SpendRow } from '../tables.ts'
import type { BatchConnection } from './connection.ts'
import type { Copies } from './copies.ts'

/** The history of each level; read where there is no copy of it, which costs a round trip. */
export async function loadHistories(
  connection: BatchConnection,
  rows: readonly SpendRow[],
  copies: Copies,
): Promise<Map<string, SpendHistory>> {
  const histories = new Map<string, SpendHistory>()
  const missing: string[] = []
  for (const row of rows) {
    const known = copies.history(row)
    if (known === undefined) missing.push(row.subject_id)
    else histories.set(row.subject_id, known)
  }
  const read = missing.length === 0 ? [] : await connection.rows<HistoryRow>(selectHistories, [missing])
  for (const { subject_id, version, entries } of read) {
    histories.set(subject_id, { version, entries: decodeEntries(entries) })
  }
  return histories
}

const selectHistories = {
  name: 'select-histories',
  text: 'select subject_id, version, entries from spend_history where subject_id = any($1)',
}

interface HistoryRow {
  subject_id: string
  version: string
  entries: string
}

export interface SplitEntries {
  readonly recent: string
  readonly history: SpendHistory
}

/** A level's row and its history, which stays the stored one while it is unchanged, or is stored anew as `version`. */
export const splitEntries = (
  { older, recent }: Pick<Spend, 'older' | 'recent'>,
  { stored, version }: { stored: SpendHistory; version: string },
): SplitEntries => ({
  recent: encodeRecent(recent),
  history: older === stored.entries ? stored : { version, entries: older },
})
