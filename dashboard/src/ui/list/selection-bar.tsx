import type { ReactNode } from 'react'
import { formatCount } from '../../lib/format.ts'
import { classes } from '../../lib/classes.ts'
import { MOST_SELECTED, type Selection } from '../../lib/use-selection.ts'
import { Button } from '../button.tsx'

/**
 * Below a list while rows are selected: how many, and what can be done with them. What is in it stays when none is selected any more, so
 * that a dialog can say what was done.
 */
export function SelectionBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  const { size } = selection.ids
  const isShown = size > 0
  return (
    <div
      {...(isShown && { role: 'region', 'aria-label': 'Selected rows' })}
      className={classes(
        isShown &&
          'sticky bottom-4 z-10 mx-auto mt-2 flex w-fit max-w-[calc(100%-1rem)] flex-wrap items-center gap-2 rounded-xl border border-strong-line bg-sheet px-4 py-2 shadow-lg',
      )}
    >
      {isShown && (
        <p role="status" className="pr-2 font-medium">
          {formatCount(size)} selected{size === MOST_SELECTED && ', which is the most'}
        </p>
      )}
      {children}
      {isShown && (
        <Button look="ghost" size="small" onClick={selection.clear} aria-keyshortcuts="Escape">
          Clear
        </Button>
      )}
    </div>
  )
}
