import { decodeEntries, encodeEntries, type Spend } from '../../domain/spend-windows.ts'
import { noHistory, type SpendHistory } from '../spend-state.ts'
import type { SpendRow } from '../tables.ts'
import type { BatchConnection } from './connection.ts'

const MOST_CACHED_ENTRIES = 2_000_000

/**
 * Copies of stored histories, by level. A copy is used only under the level's lock and only in the version that its row
 * names, so a copy that another node's batch has outdated is never used.
 */
export class HistoryCache {
  #histories = new Map<string, SpendHistory>()
  #entries = 0

  get({ subject_id, history_version }: SpendRow): SpendHistory | undefined {
    if (history_version === 0) return noHistory
    const known = this.#histories.get(subject_id)
    return known?.version === history_version ? known : undefined
  }

  /** Only what is committed: a version that was rolled back would be given out again with other entries. */
  keep(subjectId: string, history: SpendHistory): void {
    if (this.#entries > MOST_CACHED_ENTRIES) {
      this.#histories.clear()
      this.#entries = 0
    }
    this.#entries += history.entries.length - (this.#histories.get(subjectId)?.entries.length ?? 0)
    this.#histories.set(subjectId, history)
  }
}

/** The history of each row; read where there is no copy of it, which costs a round trip. */
export async function loadHistories(
  connection: BatchConnection,
  rows: readonly SpendRow[],
  cache: HistoryCache,
): Promise<Map<string, SpendHistory>> {
  const missing = rows.filter((row) => cache.get(row) === undefined).map((row) => row.subject_id)
  const read = missing.length === 0 ? [] : await connection.rows<HistoryRow>(selectHistories, [missing])
  for (const { subject_id, version, entries } of read) {
    cache.keep(subject_id, { version, entries: decodeEntries(entries) })
  }
  return new Map(rows.map((row) => [row.subject_id, cache.get(row) ?? noHistory]))
}

const selectHistories = {
  name: 'select-histories',
  text: 'select subject_id, version, entries from spend_history where subject_id = any($1)',
}

interface HistoryRow {
  subject_id: string
  version: number
  entries: string
}

export interface SplitEntries {
  readonly recent: string
  readonly history: SpendHistory
}

/** Parts a level's entries into what its row holds and its history, which stays the stored one while it is unchanged. */
export function splitEntries(
  { entries, folded }: Pick<Spend, 'entries' | 'folded'>,
  stored: SpendHistory,
): SplitEntries {
  const recent = encodeEntries(entries.slice(folded))
  const isUnchanged =
    stored.entries.length === folded && stored.entries.every((entry, index) => entries[index] === entry)
  return { recent, history: isUnchanged ? stored : { version: stored.version + 1, entries: entries.slice(0, folded) } }
}
