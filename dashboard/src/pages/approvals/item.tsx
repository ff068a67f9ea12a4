import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import type { Approval } from '@purser/client'
import { classes } from '../../lib/classes.ts'
import { Status } from '../../ui/badge.tsx'
import { Time } from '../../ui/time.tsx'
import { ApprovalCard, Asked, endsAt } from './subject.tsx'

interface ItemProps {
  approval: Approval
  isChosen: boolean
  /** Undefined where there is no room beside the list: its page opens. */
  onChoose: (() => void) | undefined
}

/** Who asks, how much, for what, where, on which card, until when. */
export function Item({ approval, isChosen, onChoose }: ItemProps) {
  const { id, agentName, customerName, subject, status } = approval
  const choose = (event: MouseEvent) => {
    if (onChoose === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onChoose()
  }
  return (
    <Link
      to={`/approvals/${id}`}
      onClick={choose}
      aria-current={isChosen ? 'true' : undefined}
      className={classes(
        'grid grid-cols-[minmax(0,1fr)] gap-1 border-l-4 px-4 py-3 no-underline',
        isChosen ? 'border-accent bg-accent-wash' : 'border-transparent hover:bg-raised',
      )}
    >
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate font-semibold">{agentName ?? customerName ?? 'A card'}</span>
        <span className="font-semibold">
          <Asked of={approval} />
        </span>
      </span>
      <span className="line-clamp-2 break-words">{subject.purpose}</span>
      <span className="line-clamp-2 text-sm break-words text-quiet">
        {subject.expectedMerchant ?? 'Any merchant'}
        {agentName !== undefined && customerName !== undefined && ` · ${customerName}`}
        {' · '}
        <ApprovalCard of={approval} />
      </span>
      <span className="flex items-center justify-between gap-3 text-sm text-quiet">
        {status === 'pending' ? (
          <span>
            Until <Time at={endsAt(approval)} />
          </span>
        ) : (
          <>
            <Time at={approval.decidedAt ?? approval.requestedAt} />
            <Status of={status === 'rejected' ? 'declined' : status} />
          </>
        )}
      </span>
    </Link>
  )
}
