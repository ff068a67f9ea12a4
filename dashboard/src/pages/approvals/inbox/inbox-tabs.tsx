import { Link } from 'react-router'
import type { Approval } from '@purser/client'
import { joinClassNames } from '../../../lib/classes.ts'

const tabs: readonly (readonly [label: string, status: Approval['status'] | 'all'])[] = [
  ['Waiting', 'pending'],
  ['Approved', 'approved'],
  ['Declined', 'rejected'],
  ['Expired', 'expired'],
  ['All', 'all'],
]

/** The tabs of the inbox: one for each outcome of a request. */
export function InboxTabs({ current, search }: { current: string; search: URLSearchParams }) {
  const to = (status: string) => {
    const next = new URLSearchParams(status === 'pending' ? {} : { status })
    const agentId = search.get('agentId')
    if (agentId !== null) next.set('agentId', agentId)
    return next.size === 0 ? '/approvals' : `/approvals?${next.toString()}`
  }
  return (
    <nav aria-label="Approvals by status" className="flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map(([label, status]) => (
        <Link
          key={status}
          to={to(status)}
          aria-current={status === current ? 'page' : undefined}
          className={joinClassNames(
            '-mb-px flex min-h-10 items-center border-b-2 px-3 no-underline',
            status === current
              ? 'border-accent font-medium text-accent'
              : 'border-transparent text-quiet hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
