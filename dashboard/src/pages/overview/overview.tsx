import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { Link } from 'react-router'
import { accountQuery } from '../../api/account.ts'
import { purser } from '../../api/client.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { dailyStatsQuery } from '../../api/stats.ts'
import { joinClassNames } from '../../lib/classes.ts'
import { type DayRange, formatDayRange, addDays, dayInZone } from '../../lib/days.ts'
import { useFirstStepsChoice } from '../../lib/first-steps-choice.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { useNow } from '../../lib/use-now.ts'
import { PageLayout } from '../../ui/page-layout.tsx'
import { FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { FailedIssuerCallsNote } from '../cards/failed-issuer-calls-note.tsx'
import { UrgentBudgets } from './budgets.tsx'
import { DeclinesByRule, LastDeclines } from './declines.tsx'
import { SpendByDay } from './spend-by-day.tsx'
import { WaitingInboxRequestsSection } from './waiting.tsx'

const FirstSteps = lazy(() => import('./first-steps/first-steps.tsx'))

/** The overview: spend of agents, budgets, and requests that need a person. */
export default function Overview() {
  const { filters } = useListFilters(['days'])
  const days = daysOf(filters.days)
  const today = Math.floor(useNow() / 86_400_000)
  const range = useMemo(() => lastDays(days, today * 86_400_000), [days, today])
  const spend = useQuery(dailyStatsQuery(range, { groupBy: 'agent' }))
  const isUnspent = spend.data?.data.length === 0 && spend.data.byCurrency === undefined
  // The customers are read only if nothing was bought: every request of the overview is multiplied by its viewers.
  const customers = useQuery({
    queryKey: ['customers', { limit: 1 }],
    queryFn: ({ signal }) => purser.customers.list({ limit: 1 }, { signal }),
    enabled: isUnspent,
  })
  const isFresh = isUnspent && customers.data?.data.length === 0
  const showsSteps = useShowsSteps(isFresh)
  const error = spend.error ?? customers.error
  const isKnown = spend.data !== undefined && (!isUnspent || customers.data !== undefined)
  return (
    <PageLayout title="Overview" {...(isKnown && !isFresh && { actions: <Ranges current={days} range={range} /> })}>
      {!isKnown ? (
        error ? (
          <FailureNotice error={error} onRetry={() => void Promise.all([spend.refetch(), customers.refetch()])} />
        ) : (
          <LoadingLines />
        )
      ) : (
        <>
          {showsSteps && (
            <Suspense fallback={<LoadingLines lines={8} />}>
              <FirstSteps hasBought={!isUnspent} />
            </Suspense>
          )}
          {!(isFresh && showsSteps) && <Sections range={range} />}
        </>
      )}
    </PageLayout>
  )
}

/** The age up to which an account is asked which first steps are done. An older account saves these requests. */
const YOUNG_MS = 14 * 86_400_000

/** Whether the overview shows the first steps: in a young or empty account, until all are done or somebody hides them. */
function useShowsSteps(isFresh: boolean): boolean {
  const choice = useFirstStepsChoice()
  const isAdmin = useHasRole('admin')
  const now = useNow()
  const account = useQuery(accountQuery).data
  const isYoung = account !== undefined && now - Date.parse(account.createdAt) < YOUNG_MS
  // The demo company's data would tick the first steps.
  if (account?.demo) return false
  return choice === 'shown' || (choice === null && (isFresh || (isAdmin && isYoung)))
}

const Sections = ({ range }: { range: DayRange }) => (
  <>
    <FailedIssuerCallsNote />
    <SpendByDay range={range} />
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="grid min-w-0 gap-6">
        <WaitingInboxRequestsSection />
        <LastDeclines />
      </div>
      <div className="grid min-w-0 gap-6">
        <UrgentBudgets />
        <DeclinesByRule range={range} />
      </div>
    </div>
  </>
)

const Ranges = ({ current, range }: { current: Days; range: DayRange }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <p className="text-sm text-quiet">{formatDayRange(range)} (UTC)</p>
    <RangeLinks current={current} />
  </div>
)

const RangeLinks = ({ current }: { current: Days }) => (
  <nav aria-label="Range" className="flex rounded-lg border border-line bg-sheet p-0.5">
    {RANGES.map((days) => (
      <Link
        key={days}
        to={`?days=${days}`}
        aria-current={days === current ? 'page' : undefined}
        className={joinClassNames(
          'flex min-h-8 items-center rounded-md px-3 text-sm no-underline',
          days === current ? 'bg-accent-wash font-medium text-accent' : 'text-quiet hover:text-ink',
        )}
      >
        {days} days
      </Link>
    ))}
  </nav>
)

const RANGES = [7, 30, 90] as const
type Days = (typeof RANGES)[number]

/** The number of days in the URL. 30 if the URL names no known range. */
const daysOf = (text: string | undefined): Days => RANGES.find((days) => String(days) === text) ?? 30

/** The last days in UTC up to today, because the API's sums are by UTC days. */
function lastDays(days: Days, now: number): DayRange {
  const today = dayInZone(now, 'UTC')
  return { from: addDays(today, 1 - days), to: today }
}
