import type { ReactNode } from 'react'
import { formatCount } from '../../lib/format.ts'
import { joinClassNames } from '../../lib/classes.ts'
import { MOST_ROWS_OF_BULK_ACTION, type ListRowSelection } from '../../lib/use-selection.ts'
import { Button } from '../button.tsx'

interface SelectionBarProps {
  selection: ListRowSelection
  children: ReactNode
}

/**
 * The bar at the foot of the window while rows are selected: their number, and the actions on them. Its children stay mounted when the
 * selection becomes empty, so that a dialog in it can report the result.
 */
export function SelectionBar({ selection, children }: SelectionBarProps) {
  const { size } = selection.ids
  const isShown = size > 0
  return (
    <>
      {isShown && <div aria-hidden className="h-32 sm:h-20" />}
      <div
        {...(isShown && { role: 'region', 'aria-label': 'Selected rows', 'data-foot': true })}
        className={joinClassNames(
          isShown &&
            'fixed inset-x-2 bottom-3 z-30 mx-auto flex w-fit max-w-[calc(100%-1rem)] flex-wrap items-center gap-2 rounded-xl border border-strong-line bg-sheet px-4 py-2 shadow-lg lg:left-60',
        )}
      >
        {isShown && (
          <p role="status" className="font-medium">
            {formatCount(size)} selected{size === MOST_ROWS_OF_BULK_ACTION && ', which is the most'}
          </p>
        )}
        {children}
        {isShown && (
          <Button look="ghost" size="small" onClick={selection.clear} aria-keyshortcuts="Escape">
            Clear
          </Button>
        )}
      </div>
    </>
  )
}

/** A sentence about the selected rows, in the selection bar. */
export const SelectionNote = ({ children }: { children: ReactNode }) => (
  <p className="pr-2 text-sm text-quiet">{children}</p>
)
