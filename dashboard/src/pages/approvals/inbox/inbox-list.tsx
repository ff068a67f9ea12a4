import { useEffect, useRef } from 'react'
import { useInboxRequestById } from '../../../api/approvals/inbox.ts'
import type { WaitingInboxRequest } from '../../../api/approvals/waiting.ts'
import type { InboxEntry } from '../../../api/approvals/steady-inbox.ts'
import { joinClassNames } from '../../../lib/classes.ts'
import { formatCount } from '../../../lib/format.ts'
import type { ListRowSelection } from '../../../lib/use-selection.ts'
import { RowCheckbox } from '../../../ui/list/row-checkbox.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { ChallengeItem } from './challenge-item.tsx'
import { challengeHeadline } from '../challenge-text.ts'
import { ChangeRequestItem } from './change-item.tsx'
import { changeRequestHeadline } from '../change-text.ts'
import { ApprovalItem } from './item.tsx'
import type { InboxRowLinkProps } from './row-link.tsx'
import { approvalHeadline } from '../approval-card.tsx'
import { SubscriptionItem } from './subscription-item.tsx'
import { subscriptionHeadline } from '../subscription-text.ts'

interface InboxListProps {
  entries: readonly InboxEntry<WaitingInboxRequest>[]
  chosenId: string | undefined
  /** Opens a request beside the inbox's list. Undefined: the page has no room beside the list, so rows are links. */
  onChoose: ((id: string) => void) | undefined
  status: string
  /** The inbox's selected rows. Undefined: no row can be selected. */
  selection: ListRowSelection | undefined
}

/** The list of requests, whose order changes only when the person does something. */
export function InboxList({ entries, chosenId, onChoose, status, selection }: InboxListProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])
  if (entries.length === 0) return <NoRequests status={status} />
  return (
    <ul ref={list} className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
      {entries.map(({ row, isGone }) => {
        const isChosen = row.id === chosenId
        // A second click on the inbox's chosen row opens the request's page.
        const shared = { isChosen, onChoose: onChoose && !isChosen ? () => onChoose(row.id) : undefined }
        return (
          <li
            key={row.id}
            className={joinClassNames(
              'scroll-mt-28 lg:scroll-mt-12',
              selection && 'grid grid-cols-[auto_minmax(0,1fr)]',
            )}
          >
            {selection && (
              <span className={joinClassNames('pt-4 pr-3 pl-4', isGone && 'invisible')}>
                <RowCheckbox id={row.id} label={labelOf(row)} selection={selection} />
              </span>
            )}
            {isGone ? <GoneRow row={row} {...shared} /> : <Row row={row} {...shared} />}
          </li>
        )
      })}
    </ul>
  )
}

const GoneRow = ({ row, ...shared }: InboxRowLinkProps & { row: WaitingInboxRequest }) => (
  <Row row={useInboxRequestById(row) ?? row} isGone {...shared} />
)

function Row({ row, ...shared }: InboxRowLinkProps & { row: WaitingInboxRequest }) {
  if (row.kind === 'change') return <ChangeRequestItem request={row.request} {...shared} />
  if (row.kind === 'challenge') return <ChallengeItem challenge={row.challenge} {...shared} />
  if (row.kind === 'subscription') return <SubscriptionItem subscription={row.subscription} {...shared} />
  return <ApprovalItem approval={row.approval} {...shared} />
}

function labelOf(row: WaitingInboxRequest): string {
  if (row.kind === 'challenge') return challengeHeadline(row.challenge)
  if (row.kind === 'subscription') return subscriptionHeadline(row.subscription)
  return row.kind === 'change' ? changeRequestHeadline(row.request) : approvalHeadline(row.approval)
}

const NoRequests = ({ status }: { status: string }) =>
  status === 'pending' ? (
    <EmptyState title="No approval is waiting for you.">
      Purchases that need the approval of a person appear here when agents declare them, and so do subscriptions and
      changes that agents ask for, and questions of banks whether you agree to a purchase. A policy requires approval
      with <code>requireApproval</code>.
    </EmptyState>
  ) : (
    <EmptyState title="There are none." />
  )

const words: Readonly<Record<string, string>> = {
  pending: 'waiting',
  approved: 'approved',
  rejected: 'declined',
  expired: 'expired',
}

interface InboxHeadProps {
  status: string
  count: number
  hasMore: boolean
  /** How many requests came in since the list was drawn. They move no row until the person asks for them. */
  newCount: number
  onShowNew: () => void
}

/** The line above the inbox's list. Its height never changes, so that no row moves when a request comes in. */
export const InboxHead = ({ status, count, hasMore, newCount, onShowNew }: InboxHeadProps) => (
  <div className="sticky top-14 z-2 flex min-h-11 items-center justify-between gap-3 rounded-t-xl border-b border-line bg-sheet px-4 text-sm lg:top-0">
    <p className="text-quiet">
      {formatCount(count)}
      {hasMore && '+'} {words[status]}
    </p>
    <div role="status">
      {newCount > 0 && (
        <button
          type="button"
          aria-keyshortcuts="n"
          onClick={onShowNew}
          className="flex min-h-8 items-center gap-2 rounded-full bg-accent px-3 font-medium text-on-accent hover:opacity-90"
        >
          <span aria-hidden>↑</span> {formatCount(newCount)} new
          <kbd aria-hidden className="rounded border border-current px-1 font-mono text-xs max-lg:hidden">
            n
          </kbd>
        </button>
      )}
    </div>
  </div>
)
