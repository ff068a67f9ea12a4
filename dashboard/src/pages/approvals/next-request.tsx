import { Link, useNavigate } from 'react-router'
import { ageOf } from '../../api/approvals/age-of.ts'
import { useWaiting } from '../../api/approvals/waiting.ts'
import { formatCount } from '../../lib/format.ts'
import { useKeys } from '../../lib/input/use-keys.ts'

interface NextRequestProps {
  id: string
  /** True if nobody has to decide the request any more: the link to the next one is shown. */
  isDecided: boolean
}

/** From the page of one request on to the next that waits, the older ones first, and back. */
export function NextRequest({ id, isDecided }: NextRequestProps) {
  const navigate = useNavigate()
  const { rows = [], hasMore } = useWaiting()
  const others = rows.filter((row) => row.id !== id)
  const at = ageOf({ id })
  const older = others.find((row) => ageOf(row) < at)
  const next = older ?? others[0]
  const previous = others.findLast((row) => ageOf(row) > at)
  const go = (to: string) => void navigate(`/approvals/${to}`)
  useKeys({
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
