import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { purser } from '../../api/client.ts'
import { formatCount } from '../../lib/format.ts'

/** How many subscriptions wait for a person, with the way to them. Nothing is shown where none does. */
export function WaitingSubscriptions() {
  const { data } = useQuery({
    queryKey: ['subscriptions', 'waiting'],
    queryFn: ({ signal }) => purser.subscriptions.list({ status: 'pending_approval', limit: 100 }, { signal }),
  })
  if (data === undefined || data.data.length === 0) return null
  const count = data.data.length
  const more = data.hasMore ? '+' : ''
  return (
    <p className="rounded-lg bg-warn-wash px-4 py-3 text-warn">
      <Link to="/subscriptions?status=pending_approval" className="underline underline-offset-2">
        {formatCount(count)}
        {more} {count === 1 ? 'subscription waits' : 'subscriptions wait'} for approval, too
      </Link>
    </p>
  )
}
