import { Link, useNavigate } from 'react-router'
import { inboxRequestAgeKey } from '../../api/approvals/age-of.ts'
import { useWaitingInboxRequests } from '../../api/approvals/waiting.ts'
import { formatCount } from '../../lib/format.ts'
import { usePageShortcuts } from '../../lib/input/use-page-shortcuts.ts'

interface NextRequestProps {
  id: string
  /** True if the request no longer waits for a decision: the link to the next request is shown. */
  isDecided: boolean
}

/** The way from a request's page to the next older waiting request (`j`), or else to the newest, and back to the one before (`k`). */
export function NextInboxRequestLink({ id, isDecided }: NextRequestProps) {
  const navigate = useNavigate()
  const { rows = [], hasMore } = useWaitingInboxRequests()
  const others = rows.filter((row) => row.id !== id)
  const at = inboxRequestAgeKey({ id })
  const older = others.find((row) => inboxRequestAgeKey(row) < at)
  const next = older ?? others[0]
  const previous = others.findLast((row) => inboxRequestAgeKey(row) > at)
  const go = (to: string) => void navigate(`/approvals/${to}`)
  usePageShortcuts({
    ...(next && { j: { does: 'Next request', act: () => go(next.id) } }),
    ...(previous && { k: { does: 'Previous request', act: () => go(previous.id) } }),
  })
  if (!isDecided) return null
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-quiet">
      {next === undefined ? (
        'Nothing else waits for you.'
      ) : (
        <>
          <Link to={`/approvals/${next.id}`} aria-keyshortcuts="j" className="font-medium text-accent underline">
            Next request
          </Link>
          {formatCount(others.length)}
          {hasMore && '+'} left
        </>
      )}
    </p>
  )
}
