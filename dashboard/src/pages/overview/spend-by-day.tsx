import type { SpendStats } from '@purser/client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { dailyStatsQuery } from '../../api/stats.ts'
import { type DayRange, daysOfRange, formatDayWithYear } from '../../lib/days.ts'
import { formatMoney, formatMoneyShort } from '../../lib/format.ts'
import { transactionsLink } from '../../lib/transactions-link.ts'
import { type ChartColumn, ColumnChart } from '../../ui/chart/column-chart.tsx'
import { colouredChartSeries, type ChartSeries, sumOfNumbers } from '../../ui/chart/series.ts'
import { sumsByDayRange, chartTimeColumns } from '../../ui/chart/time-columns.ts'
import { Money, CurrencyScope, usePageCurrency } from '../../ui/money.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { EmptyState, FailureNotice, Skeleton } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'

/** A chart of the spend on each of the last days, by agent. */
export function SpendByDay({ range }: { range: DayRange }) {
  const { data, error, refetch } = useQuery(dailyStatsQuery(range, { groupBy: 'agent' }))
  if (data === undefined) {
    return (
      <PageSection title="Spend by day">
        {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-80" />}
      </PageSection>
    )
  }
  const { currency = 'USD', byCurrency = [{ currency, data: data.data }] } = data
  const sections = byCurrency.map((one) => (
    <CurrencyScope key={one.currency} of={one.currency}>
      <InOne
        range={range}
        sums={one.data}
        only={byCurrency.length === 1 ? {} : { currency: one.currency }}
        title={byCurrency.length === 1 ? 'Spend by day' : `Spend by day, ${one.currency}`}
      />
    </CurrencyScope>
  ))
  return sections.length === 1 ? (
    sections
  ) : (
    // The account's own currency has the whole width, and the others are below it in pairs, so that no gap is left.
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[repeat(2,minmax(0,1fr))] [&>:first-child]:col-span-full lg:[&>:last-child:nth-child(even)]:col-span-full">
      {sections}
    </div>
  )
}

interface InOneProps {
  readonly range: DayRange
  readonly sums: SpendStats['data']
  /** The currency filter of the links to transactions. Empty if there is only one currency. */
  readonly only: { readonly currency?: string }
  readonly title: string
}

/** The spend chart of one currency. No chart sums amounts of two currencies. */
function InOne({ range, sums: all, only: { currency: only }, title }: InOneProps) {
  const currency = usePageCurrency()
  const inOne = only === undefined ? {} : { currency: only }
  const parts = useMemo(
    () => daysOfRange({ from: range.from, to: range.to }).map((day) => ({ from: day, to: day })),
    [range.from, range.to],
  )
  const columns = useMemo(() => chartTimeColumns(parts, { ...inOne, summed: 'approved' }), [parts, only])
  const series = useMemo(() => {
    const agents = Map.groupBy(all, ({ group, others }) => (others === true ? '*' : (group ?? '')))
    const named = [...agents].map(([key, sums]) => ({
      key,
      name: key === '' ? 'Without an agent' : (sums[0]?.name ?? key),
      isRest: key === '*',
      values: sumsByDayRange(sums, parts, ({ approved }) => approved.amount),
      href: transactionsLink(
        { ...(key === '' ? { without: 'agent' as const } : { agentId: key }), ...inOne, summed: 'approved' },
        { from: parts[0]?.from ?? '', to: parts.at(-1)?.to ?? '' },
      ),
    }))
    return colouredChartSeries(named, 'Other agents')
  }, [all, parts, only])
  const total = sumOfNumbers(series.map((one) => one.total))
  return (
    <PageSection
      title={title}
      action={
        <Link
          to={transactionsLink({ ...inOne, summed: 'approved' }, range)}
          className="text-lg font-semibold tabular-nums hover:underline"
        >
          {formatMoney(total, currency)}
          <span className="sr-only"> spent in {parts.length} days</span>
        </Link>
      }
    >
      {series.length === 0 ? (
        <EmptyState title="No money was spent in these days." />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <ColumnChart
            {...{ columns, series }}
            label="Spend by agent"
            format={(cents) => formatMoney(cents, currency)}
            formatShort={(cents) => formatMoneyShort(cents, currency)}
          />
          <details>
            <summary className="text-sm text-quiet">Each day as a table (UTC)</summary>
            <div className="-mx-5 mt-2">
              <DayTable {...{ columns, series }} />
            </div>
          </details>
        </div>
      )}
    </PageSection>
  )
}

const DayTable = ({ columns, series }: { columns: readonly ChartColumn[]; series: readonly ChartSeries[] }) => (
  <Table
    caption="Spend of each day by agent"
    rows={columns.map((column, index) => ({ column, index })).toReversed()}
    rowKey={({ column }) => column.key}
    columns={[
      { name: 'Day', cell: ({ column }) => <span className="whitespace-nowrap">{formatDayWithYear(column.key)}</span> },
      {
        name: 'Spent',
        right: true,
        cell: ({ column, index }) => (
          <Link to={column.href} className="hover:underline">
            <Money cents={sumOfNumbers(series.map(({ values }) => values[index] ?? 0))} />
          </Link>
        ),
      },
      ...series.map(({ name, values }) => ({
        name,
        right: true,
        cell: ({ index }: { index: number }) => <Money cents={values[index] ?? 0} />,
      })),
    ]}
  />
)
