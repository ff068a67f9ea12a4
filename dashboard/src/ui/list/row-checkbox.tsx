import { useContext } from 'react'
import { ControlsDisabledByChangeContext } from '../../lib/input/input-guard.ts'
import type { ListRowSelection } from '../../lib/use-selection.ts'

interface RowCheckboxProps {
  id: string
  /** The name of the row that the checkbox selects, for screen readers. */
  label: string
  selection: ListRowSelection
}

/**
 * The checkbox that selects a row; with Shift, all rows from the one that was clicked last. It is drawn above the link that covers the row.
 */
export function RowCheckbox({ id, label, selection }: RowCheckboxProps) {
  const isNew = useContext(ControlsDisabledByChangeContext) === 'rows'
  return (
    <label className="relative z-1 -m-2 inline-flex cursor-pointer p-2 align-middle">
      <span className="sr-only">Select {label}</span>
      <input
        type="checkbox"
        aria-disabled={isNew || undefined}
        className="size-4 accent-accent"
        checked={selection.ids.has(id)}
        onChange={({ nativeEvent }) => selection.toggle(id, (nativeEvent as MouseEvent).shiftKey)}
      />
    </label>
  )
}
