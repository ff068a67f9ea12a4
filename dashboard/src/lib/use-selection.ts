import { useRef, useState } from 'react'

/** The most rows that can be selected: an action on them sends a request for each row. */
export const MOST_ROWS_OF_BULK_ACTION = 100

export interface ListRowSelection {
  readonly ids: ReadonlySet<string>
  /** Selects or deselects a row. `isRange`: all rows from the one that was clicked last. */
  toggle(id: string, isRange?: boolean): void
  /** Selects all rows of the list, or deselects all. */
  toggleAll(): void
  /** Deselects the rows of a list with these ids. */
  drop(ids: readonly string[]): void
  clear(): void
}

/**
 * The rows of a list that somebody has selected. `shown`: the ids of the list's rows, in order. A row that leaves the list is no longer
 * selected.
 */
export function useRowSelection(shown: readonly string[]): ListRowSelection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string>(undefined)
  const ids = new Set(shown.filter((id) => selected.has(id)))
  const set = (next: Iterable<string>) => setSelected(new Set([...next].slice(0, MOST_ROWS_OF_BULK_ACTION)))
  return {
    ids,
    toggle: (id, isRange = false) => {
      const [from, to] = [shown.indexOf(anchor.current ?? id), shown.indexOf(id)]
      const range = isRange && from >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
      const isOn = !ids.has(id)
      if (!isRange) anchor.current = id
      set(isOn ? ids.union(new Set(range)) : ids.difference(new Set(range)))
    },
    toggleAll: () => set(ids.size > 0 ? [] : shown),
    drop: (done) => setSelected((now) => now.difference(new Set(done))),
    clear: () => set([]),
  }
}
