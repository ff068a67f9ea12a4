import { useRef, useState } from 'react'

/** How many rows are selected at most: what is done to them takes a request for each. */
export const MOST_SELECTED = 100

export interface Selection {
  readonly ids: ReadonlySet<string>
  /** Selects a row or takes it out; `isRange`: all rows from the last one that was clicked. */
  toggle(id: string, isRange?: boolean): void
  /** All that are shown, or none. */
  toggleAll(): void
  /** Takes rows out. */
  drop(ids: readonly string[]): void
  clear(): void
}

/** Which rows of a list somebody has selected. `shown`: the ids of its rows, in their order. A row that leaves the list is not selected. */
export function useSelection(shown: readonly string[]): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string>(undefined)
  const ids = new Set(shown.filter((id) => selected.has(id)))
  const set = (next: Iterable<string>) => setSelected(new Set([...next].slice(0, MOST_SELECTED)))
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
