import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Approval } from '@purser/client'
import { purser } from '../../api/client.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Money } from '../../ui/money.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { withMarkedCharacters } from '../../lib/marked.ts'

/** Earlier purchases of the agent at this merchant, or of the card if it has no agent. */
export function EarlierPurchases({ approval: { agentId, cardId, subject } }: { approval: Approval }) {
  const merchant = subject.expectedMerchant
  const filters = { ...(agentId === null ? { cardId } : { agentId }), ...(merchant && { merchant }) }
  const { data, error, refetch } = useQuery({
    queryKey: ['transactions', 'earlier', filters],
    queryFn: ({ signal }) => purser.transactions.list({ ...filters, limit: 5 }, { signal }),
  })
  const all = `/transactions?${new URLSearchParams(filters)}`
  return (
    <PageSection
      title={merchant ? 'Earlier purchases here' : 'Bought before'}
      action={
        data &&
        data.data.length > 0 && (
          <Link to={all} className="text-sm text-accent hover:underline">
            See all
          </Link>
        )
      }
    >
      {data === undefined ? (
        error ? (
          <FailureNotice error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingLines lines={3} />
        )
      ) : data.data.length === 0 ? (
        <p className="text-quiet">
          {merchant
            ? `Nothing yet at ${withMarkedCharacters(merchant)}. This would be the first time.`
            : 'Nothing yet.'}
        </p>
      ) : (
        <ul className="grid gap-2">
          {data.data.map((one) => (
            <li key={one.id} className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-3">
              <Link to={`/transactions/${one.id}`} className="truncate hover:underline">
                <UntrustedText text={one.merchant.name ?? 'No merchant given'} />
                <span className="block text-sm text-quiet">
                  <RelativeTime at={one.createdAt} />
                </span>
              </Link>
              <StatusBadge of={one.status} />
              <span className="min-w-20 text-right">
                <Money cents={one.amount} currency={one.currency} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </PageSection>
  )
}
