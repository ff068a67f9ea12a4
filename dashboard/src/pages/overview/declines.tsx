import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { purser } from '../../api/client.ts'
import { dailyStatsQuery } from '../../api/stats.ts'
import type { DayRange } from '../../lib/days.ts'
import { formatCount } from '../../lib/format.ts'
import { transactionsLink } from '../../lib/transactions-link.ts'
import { reasonLabel } from '../../lib/words/codes.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { EmptyState, FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { sumOfNumbers } from '../../ui/chart/series.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'

const MOST_RULES = 8
const SHOWN = 5

/** The declined purchases by reason, the commonest reason first. */
export function DeclinesByRule({ range }: { range: DayRange }) {
  const { data, error, refetch } = useQuery(dailyStatsQuery(range, { groupBy: 'reason' }))
  const sums = data?.byCurrency?.flatMap((one) => one.data) ?? data?.data ?? []
  const groups = [...Map.groupBy(sums, ({ group }) => group ?? '')]
    .map(([reason, buckets]) => ({ reason, count: sumOfNumbers(buckets.map(({ declined }) => declined.count)) }))
    .filter(({ reason, count }) => reason !== '' && count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST_RULES)
  const most = groups[0]?.count ?? 1
  return (
    <PageSection title="Declines by rule">
      {data === undefined ? (
        error ? (
          <FailureNotice error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingLines />
        )
      ) : groups.length === 0 ? (
        <EmptyState title="No purchase was declined in these days." />
      ) : (
        <ul className="grid gap-3">
          {groups.map(({ reason, count }) => (
            <li key={reason}>
              <Link to={transactionsLink({ status: 'declined', reason }, range)} className="group grid gap-1">
                <span className="flex justify-between gap-4">
                  <span className="group-hover:underline">{reasonLabel(reason)}</span>{' '}
                  <span className="tabular-nums">
                    {formatCount(count)}
                    <span className="sr-only"> declined</span>
                  </span>
                </span>
                <svg
                  aria-hidden
                  className="h-1.5 w-full rounded-full bg-raised"
                  preserveAspectRatio="none"
                  viewBox="0 0 100 1"
                >
                  <rect width={(100 * count) / most} height="1" className="fill-bad" />
                </svg>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </PageSection>
  )
}

export function LastDeclines() {
  const query = { status: 'declined', limit: SHOWN } as const
  const { data, error, refetch } = useQuery({
    queryKey: ['transactions', query],
    queryFn: ({ signal }) => purser.transactions.list(query, { signal }),
  })
  return (
    <PageSection
      title="Last declines"
      flush
      action={
        <ButtonLink to={transactionsLink({ status: 'declined' })} look="ghost" size="small">
          All declines
        </ButtonLink>
      }
    >
      {data === undefined ? (
        <div className="p-5">
          {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <LoadingLines />}
        </div>
      ) : data.data.length === 0 ? (
        <EmptyState title="No purchase has been declined yet." />
      ) : (
        <Table
          caption="The last declined transactions"
          rows={data.data}
          rowKey={({ id }) => id}
          href={({ id }) => `/transactions/${id}`}
          columns={[
            {
              name: 'Merchant',
              cell: ({ merchant, reasons, createdAt }) => (
                <>
                  <span className="line-clamp-1">
                    <UntrustedText text={merchant.name ?? 'Unnamed merchant'} />
                  </span>
                  <span className="line-clamp-1 text-sm font-normal text-quiet">
                    <RelativeTime at={createdAt} /> · {reasonLabel(reasons[0]?.code ?? '')}
                  </span>
                </>
              ),
            },
            {
              name: 'Amount',
              right: true,
              cell: ({ amount, currency }) => <Money cents={amount} currency={currency} />,
            },
          ]}
        />
      )}
    </PageSection>
  )
}
