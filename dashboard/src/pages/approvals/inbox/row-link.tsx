import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { joinClassNames } from '../../../lib/classes.ts'

export interface InboxRowLinkProps {
  isChosen: boolean
  /** Opens the request beside the inbox's list. Undefined: there is no room beside the list, so the row opens the request's page. */
  onChoose: (() => void) | undefined
  /** True if the request was decided or ended while its row was in the inbox: the row stays, struck through. */
  isGone?: boolean
}

/** A row of the inbox, as a link to the request's page or as a button that opens it beside the list. */
export function InboxRowLink({
  id,
  isChosen,
  isGone = false,
  onChoose,
  children,
}: InboxRowLinkProps & { id: string; children: ReactNode }) {
  const choose = (event: MouseEvent) => {
    if (onChoose === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onChoose()
  }
  return (
    <Link
      to={`/approvals/${id}`}
      data-gone={isGone || undefined}
      onClick={choose}
      aria-current={isChosen ? 'true' : undefined}
      className={joinClassNames(
        'grid grid-cols-[minmax(0,1fr)] gap-1 border-l-4 px-4 py-3 no-underline',
        isGone && 'text-quiet **:data-asked:line-through',
        isChosen ? 'border-accent bg-accent-wash' : 'border-transparent hover:bg-raised',
      )}
    >
      {children}
    </Link>
  )
}
