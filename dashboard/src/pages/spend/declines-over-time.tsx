import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dailyStatsQuery, isDailyStatsRange, MOST_DAILY_STATS_DAYS } from '../../api/stats.ts'
import { formatCount } from '../../lib/format.ts'
import { transactionsLink } from '../../lib/transactions-link.ts'
import { reasonLabel } from '../../lib/words/codes.ts'
import { ColumnChart } from '../../ui/chart/column-chart.tsx'
import { colouredChartSeries } from '../../ui/chart/series.ts'
import { sumsByDayRange, chartTimeColumns } from '../../ui/chart/time-columns.ts'
import { PageSection } from '../../ui/page-layout.tsx'
import { EmptyState, FailureNotice, Skeleton } from '../../ui/states.tsx'
import { timePartsOfRange } from './rows.ts'
import type { SpendFilterOptions } from './groups.ts'
import type { SpendReportView } from './use-spend-view.ts'

/** A chart of declined purchases by day and rule. */
export function DeclinesOverTime({
  view: { owner, currency, range },
  behind,
}: {
  view: SpendReportView
  behind: SpendFilterOptions
}) {
  const { data, error, refetch } = useQuery({
    ...dailyStatsQuery(range, { ...owner, ...(currency !== undefined && { currency }), groupBy: 'reason' }),
    enabled: isDailyStatsRange(range),
  })
  const { columns, series } = useMemo(() => {
    const parts = timePartsOfRange(range, 'day')
    const rules = [...Map.groupBy(data?.data ?? [], ({ group, others }) => (others === true ? '*' : (group ?? '')))]
    const all = rules.map(([reason, own]) => ({
      key: reason,
      name: reasonLabel(reason),
      isRest: reason === '*',
      values: sumsByDayRange(own, parts, ({ declined }) => declined.count),
      href:
        reason === '*' ? null : transactionsLink({ ...behind, status: 'declined', summed: 'declined', reason }, range),
    }))
    return {
      columns: chartTimeColumns(parts, { ...behind, status: 'declined', summed: 'declined' }),
      series: colouredChartSeries(all, 'Other rules'),
    }
  }, [data, range.from, range.to, JSON.stringify(behind)])
  return (
    <PageSection title="Declines by rule">
      {!isDailyStatsRange(range) ? (
        <p className="text-quiet">Choose at most {MOST_DAILY_STATS_DAYS} days to see which rules declined purchases.</p>
      ) : data === undefined ? (
        error ? (
          <FailureNotice error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-60" />
        )
      ) : series.length === 0 ? (
        <EmptyState title="No purchase was declined on these days." />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <ColumnChart
            {...{ columns, series }}
            label="Declines by rule"
            format={formatCount}
            formatShort={formatCount}
          />
          <p className="text-sm text-quiet">A purchase that several rules declined counts for each of them.</p>
        </div>
      )}
    </PageSection>
  )
}
