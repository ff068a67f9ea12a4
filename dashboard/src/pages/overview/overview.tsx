import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { purser } from '../../api/client.ts'
import { classes } from '../../lib/classes.ts'
import { useFilters } from '../../lib/use-filters.ts'
import { useNow } from '../../lib/use-now.ts'
import { Page } from '../../ui/page.tsx'
import { Failure, Loading } from '../../ui/states.tsx'
import { Budgets } from './budgets.tsx'
import { DeclinesByRule, LastDeclines } from './declines.tsx'
import { FirstSteps } from './first-steps.tsx'
import { type Days, daysOf, dayStarts, RANGES } from './ranges.ts'
import { SpendByDay } from './spend-by-day.tsx'
import { Waiting } from './waiting.tsx'

/** What agents spend, what is left, and what needs somebody. */
export default function Overview() {
  const { data, error, refetch } = useQuery({
    queryKey: ['customers', { limit: 1 }],
    queryFn: ({ signal }) => purser.customers.list({ limit: 1 }, { signal }),
  })
  const { filters } = useFilters(['days'])
  const range = daysOf(filters.days)
  const isFresh = data?.data.length === 0
  return (
    <Page title="Overview" {...(data && !isFresh && { actions: <Ranges current={range} /> })}>
      {data === undefined ? (
        error ? (
          <Failure error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )
      ) : isFresh ? (
        <FirstSteps />
      ) : (
        <Sections range={range} />
      )}
    </Page>
  )
}

function Sections({ range }: { range: Days }) {
  const today = Math.floor(useNow() / 86_400_000)
  const days = useMemo(() => dayStarts(range, today * 86_400_000), [range, today])
  return (
    <>
      <SpendByDay days={days} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 gap-6">
          <Waiting />
          <LastDeclines />
        </div>
        <div className="grid min-w-0 gap-6">
          <Budgets />
          <DeclinesByRule days={days} />
        </div>
      </div>
    </>
  )
}

const Ranges = ({ current }: { current: Days }) => (
  <nav aria-label="Range" className="flex rounded-lg border border-line bg-sheet p-0.5">
    {RANGES.map((days) => (
      <Link
        key={days}
        to={`?days=${days}`}
        aria-current={days === current ? 'page' : undefined}
        className={classes(
          'flex min-h-8 items-center rounded-md px-3 text-sm no-underline',
          days === current ? 'bg-accent-wash font-medium text-accent' : 'text-quiet hover:text-ink',
        )}
      >
        {days} days
      </Link>
    ))}
  </nav>
)
