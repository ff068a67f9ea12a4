import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { statsQuery } from '../../api/stats.ts'
import { formatMoney } from '../../lib/format.ts'
import { Money } from '../../ui/money.tsx'
import { Section } from '../../ui/page.tsx'
import { Empty, Failure, Loading, Skeleton } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { dayName, transactionsLink } from './ranges.ts'
import { type SpendSeries, spendSeries, sum } from './spend-columns.ts'
import { Swatch } from './swatch.tsx'
import { useAgentNames } from './use-names.ts'

/** A file of its own: nobody waits for it who opens another page. */
const SpendChart = lazy(() => import('./spend-chart.tsx'))

/** What was spent on each of the last days, by agent. */
export function SpendByDay({ days }: { days: readonly number[] }) {
  const { data, error, refetch } = useQuery(statsQuery({ groupBy: 'agent', days }))
  const series = useMemo(() => (data === undefined ? [] : spendSeries(data, days)), [data, days])
  const names = useAgentNames(series.flatMap(({ agentId }) => agentId ?? []))
  const total = sum(series.map((one) => one.total))
  const range = { from: days[0] ?? 0, to: days.at(-1) ?? 0 }
  return (
    <Section
      title="Spend by day"
      action={
        data && (
          <Link to={transactionsLink(range)} className="text-lg font-semibold tabular-nums hover:underline">
            {formatMoney(total)}
            <span className="sr-only"> spent in {days.length} days</span>
          </Link>
        )
      }
    >
      {data === undefined ? (
        error ? (
          <Failure error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )
      ) : series.length === 0 ? (
        <Empty title="No money was spent in these days." />
      ) : (
        <Spent days={days} series={series} nameOf={(one) => nameOf(one, names)} />
      )}
    </Section>
  )
}

function nameOf({ agentId, isRest }: SpendSeries, names: ReadonlyMap<string, string>): string {
  if (isRest) return 'Other agents'
  return agentId === null ? 'Without an agent' : (names.get(agentId) ?? agentId)
}

interface SpentProps {
  days: readonly number[]
  series: readonly SpendSeries[]
  nameOf: (series: SpendSeries) => string
}

function Spent({ days, series, nameOf: name }: SpentProps) {
  const navigate = useNavigate()
  const range = { from: days[0] ?? 0, to: days.at(-1) ?? 0 }
  const link = ({ agentId }: SpendSeries) => transactionsLink({ ...range, ...(agentId !== null && { agentId }) })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Suspense fallback={<Skeleton className="h-60" />}>
        <SpendChart
          days={days}
          series={series}
          onDay={(day) => void navigate(transactionsLink({ from: day, to: day }))}
        />
      </Suspense>
      <ul
        className="grid grid-cols-[minmax(0,1fr)] gap-x-8 sm:grid-cols-[repeat(2,minmax(0,1fr))]"
        aria-label="Spend by agent"
      >
        {series.map((one, index) => (
          <li key={one.agentId ?? name(one)} className="flex items-center gap-2.5 py-1">
            <Swatch index={index} isRest={one.isRest} />
            <span className="min-w-0 flex-1 truncate">{name(one)}</span>
            <Link to={link(one)} className="hover:underline" aria-label={`${formatMoney(one.total)}, ${name(one)}`}>
              <Money cents={one.total} />
            </Link>
          </li>
        ))}
      </ul>
      <details>
        <summary className="text-sm text-quiet">Each day as a table (UTC)</summary>
        <div className="-mx-5 mt-2">
          <DayTable days={days} series={series} nameOf={name} />
        </div>
      </details>
    </div>
  )
}

const DayTable = ({ days, series, nameOf: name }: SpentProps) => (
  <Table
    caption="Spend of each day by agent"
    rows={days.map((_, index) => days.length - 1 - index)}
    rowKey={String}
    columns={[
      { name: 'Day', cell: (day) => <span className="whitespace-nowrap">{dayName(days[day] ?? 0)}</span> },
      {
        name: 'Spent',
        right: true,
        cell: (day) => (
          <Link to={transactionsLink({ from: days[day] ?? 0, to: days[day] ?? 0 })} className="hover:underline">
            <Money cents={sum(series.map(({ amounts }) => amounts[day] ?? 0))} />
          </Link>
        ),
      },
      ...series.map((one) => ({
        name: name(one),
        right: true,
        cell: (day: number) => <Money cents={one.amounts[day] ?? 0} />,
      })),
    ]}
  />
)
