import { useQueries, useQuery } from '@tanstack/react-query'
import { dailyStatsQuery, splitStatsRange, rangeStatsQuery } from '../../api/stats.ts'
import { isTimeGrouping, type SpendFilterOptions } from './groups.ts'
import {
  type SpendReportAmounts,
  spendReportAmounts,
  spendRowsByName,
  EMPTY_SPEND_REPORT_AMOUNTS,
  type SpendReportRow,
  spendRowsByTime,
} from './rows.ts'
import type { SpendReportView } from './use-spend-view.ts'

export interface SpendReport {
  readonly rows: readonly SpendReportRow[]
  readonly total: SpendReportAmounts & { readonly before: number }
  /** The currency of all amounts of the spend report. */
  readonly currency: string
  /** The filters that find the transactions behind the total. */
  readonly behind: SpendFilterOptions
  /** The spend in each currency, if customers have bought in several. Otherwise empty. */
  readonly inEach: readonly { readonly currency: string; readonly spent: number }[]
}

/** The rows of the spend report, and their total. Undefined while they load. */
export function useSpendReport({ group, owner, currency, range, compared }: SpendReportView): {
  data: SpendReport | undefined
  error: Error | null
  refetch: () => void
} {
  const only = currency === undefined ? {} : { currency }
  const all = useQuery(rangeStatsQuery(range, compared, owner))
  const one = useQuery({ ...rangeStatsQuery(range, compared, { ...owner, ...only }), enabled: currency !== undefined })
  const total = currency === undefined ? all : one
  const named = useQuery({
    ...rangeStatsQuery(range, compared, { ...owner, ...only, ...(isTimeGrouping(group) ? {} : { groupBy: group }) }),
    enabled: !isTimeGrouping(group),
  })
  const daily = useQueries({
    queries: splitStatsRange(range).map((part) => ({
      ...dailyStatsQuery(part, { ...owner, ...only }),
      enabled: isTimeGrouping(group),
    })),
  })
  const queries = [all, total, ...(isTimeGrouping(group) ? daily : [named])]
  const shown = total.data?.currency ?? 'USD'
  const hasSeveral = currency !== undefined || all.data?.byCurrency !== undefined
  const behind = { ...owner, ...(hasSeveral && { currency: shown }) }
  const rows = isTimeGrouping(group)
    ? daily.every(({ data }) => data !== undefined)
      ? spendRowsByTime(
          daily.flatMap(({ data }) => data?.data ?? []),
          group,
          { behind, range },
        )
      : undefined
    : named.data && spendRowsByName(named.data.data, group, { behind, range })
  const [sums] = total.data?.data ?? []
  return {
    data:
      total.data === undefined || rows === undefined
        ? undefined
        : {
            rows,
            currency: shown,
            behind,
            inEach: (all.data?.byCurrency ?? []).map((each) => ({
              currency: each.currency,
              spent: each.data[0]?.approved.amount ?? 0,
            })),
            total: {
              ...(sums ? spendReportAmounts(sums) : EMPTY_SPEND_REPORT_AMOUNTS),
              before: sums?.compared?.approved.amount ?? 0,
            },
          },
    error: queries.find(({ error }) => error)?.error ?? null,
    refetch: () => void Promise.all(queries.map((query) => query.refetch())),
  }
}
