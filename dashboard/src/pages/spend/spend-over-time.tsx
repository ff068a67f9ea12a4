import { usePageCurrency } from '../../ui/money.tsx'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dailyStatsQuery, isDailyStatsRange, splitStatsRange as shortRanges } from '../../api/stats.ts'
import { formatMoney, formatMoneyShort } from '../../lib/format.ts'
import { transactionsLink } from '../../lib/transactions-link.ts'
import { ColumnChart } from '../../ui/chart/column-chart.tsx'
import { colouredChartSeries } from '../../ui/chart/series.ts'
import { sumsByDayRange, chartTimeColumns } from '../../ui/chart/time-columns.ts'
import { PageSection } from '../../ui/page-layout.tsx'
import { EmptyState, FailureNotice, Skeleton } from '../../ui/states.tsx'
import { isTimeGrouping, type SpendGroupingByName, type SpendFilterOptions, spendGroupings } from './groups.ts'
import { transactionFilterOf, spendRowName, timePartsOfRange, otherSpendGroupsName } from './rows.ts'
import type { SpendReportView } from './use-spend-view.ts'

/** A chart of the spend by day and group, or by week if the range is long. */
export function SpendOverTimeChart({
  view: { group, owner, currency: only, range },
  behind,
}: {
  view: SpendReportView
  behind: SpendFilterOptions
}) {
  const currency = usePageCurrency()
  const named: SpendGroupingByName | null = isTimeGrouping(group) || !isDailyStatsRange(range) ? null : group
  const queries = useQueries({
    queries: shortRanges(range).map((part) =>
      dailyStatsQuery(part, {
        ...owner,
        ...(only !== undefined && { currency: only }),
        ...(named !== null && { groupBy: named }),
      }),
    ),
  })
  const isWhole = queries.every(({ data }) => data !== undefined)
  const answers = queries.map(({ data }) => data)
  const parts = useMemo(
    () => timePartsOfRange(range, isDailyStatsRange(range) ? 'day' : 'week'),
    [range.from, range.to],
  )
  const { columns, series } = useMemo(() => {
    const sums = answers.flatMap((answer) => answer?.data ?? [])
    const groups = [...Map.groupBy(sums, ({ group: code, others }) => (others === true ? '*' : (code ?? '')))]
    const all = groups.flatMap(([key, own]) => {
      const [first] = own
      if (first === undefined) return []
      const filters = named === null ? {} : transactionFilterOf(named, first.group ?? null)
      return {
        key,
        name: named === null ? 'All' : spendRowName(named, first),
        isRest: first.others === true,
        values: sumsByDayRange(own, parts, ({ approved }) => approved.amount),
        href: first.others === true ? null : transactionsLink({ ...behind, ...filters, summed: 'approved' }, range),
      }
    })
    return {
      columns: chartTimeColumns(parts, { ...behind, summed: 'approved' }),
      series: colouredChartSeries(all, named === null ? 'Others' : otherSpendGroupsName(named)),
    }
    // The array of the queries' answers is new at each rendering, so its members are the dependencies of the memo.
  }, [parts, named, JSON.stringify(behind), ...answers])
  const error = queries.find((query) => query.error)?.error
  return (
    <PageSection title={isDailyStatsRange(range) ? 'Spend by day' : 'Spend by week'}>
      {!isWhole ? (
        error ? (
          <FailureNotice error={error} onRetry={() => void Promise.all(queries.map((query) => query.refetch()))} />
        ) : (
          <Skeleton className="h-60" />
        )
      ) : series.length === 0 ? (
        <EmptyState title="No money was spent on these days." />
      ) : (
        <ColumnChart
          {...{ columns, series }}
          label={named === null ? 'All spend' : `Spend by ${spendGroupings[named].toLowerCase()}`}
          format={(cents) => formatMoney(cents, currency)}
          formatShort={(cents) => formatMoneyShort(cents, currency)}
        />
      )}
    </PageSection>
  )
}
