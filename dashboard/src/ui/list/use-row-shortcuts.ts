import { usePageShortcuts } from '../../lib/input/use-page-shortcuts.ts'
import type { ListRowSelection } from '../../lib/use-selection.ts'

const ROW = '[data-row]'

/** The shortcuts of a table: `j` and `k` move through its rows, `x` selects the row that has the focus, or else the one under the mouse. */
export function useRowShortcuts(selection: ListRowSelection | undefined): void {
  usePageShortcuts(
    selection === undefined
      ? {}
      : {
          j: { does: 'Next row', repeats: true, act: () => focusRow(1) },
          k: { does: 'Previous row', repeats: true, act: () => focusRow(-1) },
          x: {
            does: 'Select the row',
            waits: true,
            act: () => {
              const id = (focusedRow() ?? document.querySelector<HTMLElement>(`${ROW}:hover`))?.dataset['row']
              if (id !== undefined) selection.toggle(id)
            },
          },
          ...(selection.ids.size > 0 && { Escape: { does: 'Select nothing', act: selection.clear } }),
        },
  )
}

const focusedRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>(ROW) ?? null

function focusRow(by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)]
  const focused = focusedRow()
  const at = focused === null ? (by > 0 ? 0 : rows.length - 1) : rows.indexOf(focused) + by
  rows[at]?.querySelector('a')?.focus()
}
