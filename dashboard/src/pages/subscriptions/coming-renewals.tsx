import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ListSubscriptionsQuery, Subscription } from '@purser/client'
import { purser } from '../../api/client.ts'
import { formatDayWithYear } from '../../lib/days.ts'
import { type SubscriptionRenewalDay, subscriptionRenewalsByDay } from '../../lib/renewals.ts'
import { useNow } from '../../lib/use-now.ts'
import { Money } from '../../ui/money.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { EmptyState, FailureNotice, LoadingLines } from '../../ui/states.tsx'

const DAYS = 60
const MOST = 100

type Owner = Readonly<Record<'customerId' | 'agentId' | 'cardId', string | undefined>>

/** The renewals of active subscriptions in the next days, by day, with the most that each day costs in each currency. */
export function ComingRenewals({ owner }: { owner: Owner }) {
  const now = useNow()
  const { data, error, refetch } = useQuery({
    queryKey: ['subscriptions', 'coming', owner],
    queryFn: ({ signal }) =>
      purser.subscriptions.list({ ...(owner as ListSubscriptionsQuery), status: 'active', limit: MOST }, { signal }),
  })
  const days = subscriptionRenewalsByDay(data?.data ?? [], now, DAYS)
  return (
    <PageSection title={`Expected in the next ${DAYS} days`} flush>
      {data === undefined ? (
        <div className="p-5">
          {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <LoadingLines />}
        </div>
      ) : days.length === 0 ? (
        <EmptyState title="No renewal is expected." />
      ) : (
        <ol className="divide-y divide-line">
          {days.map((day) => (
            <Day key={day.day} of={day} />
          ))}
        </ol>
      )}
      {data?.hasMore && (
        <p className="border-t border-line px-5 py-3 text-sm text-quiet">
          These are the renewals of the newest {MOST} active subscriptions. Choose an agent, a customer or a card to see
          those of others.
        </p>
      )}
    </PageSection>
  )
}

function Day({ of: { day, renewals, totals } }: { of: SubscriptionRenewalDay<Subscription> }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-5 py-3 md:grid-cols-[9rem_minmax(0,1fr)_auto]">
      <time dateTime={day} className="font-medium">
        {formatDayWithYear(day)}
      </time>
      <ul className="order-last col-span-2 grid gap-1 md:order-none md:col-span-1">
        {renewals.map(({ subscription: { id, merchant, maxAmount, currency } }) => (
          <li key={id} className="wrap-anywhere">
            <Link to={`/subscriptions/${id}`} className="underline underline-offset-2">
              <UntrustedText text={merchant} />
            </Link>
            {renewals.length > 1 && (
              <span className="text-quiet">
                {' '}
                <Money cents={maxAmount} currency={currency} />
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className="text-right">
        {totals.map(({ currency, cents }) => (
          <span key={currency} className="block">
            <Money cents={cents} currency={currency} />
          </span>
        ))}
      </p>
    </li>
  )
}
