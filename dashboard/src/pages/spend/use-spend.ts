import { useQueries, useQuery } from '@tanstack/react-query'
import { dailyStatsQuery, partsOf, rangeStatsQuery } from '../../api/stats.ts'
import { isTime } from './groups.ts'
import { type Amounts, amountsOf, namedRows, NOTHING, type SpendRow, timeRows } from './rows.ts'
import type { View } from './use-view.ts'

export interface Spend {
  readonly rows: readonly SpendRow[]
  readonly total: Amounts & { readonly before: number }
}

/** The table of the page, and its total. Undefined while it loads. */
export function useSpend({ group, owner, range, compared }: View): {
  data: Spend | undefined
  error: Error | null
  refetch: () => void
} {
  const total = useQuery(rangeStatsQuery(range, compared, owner))
  const named = useQuery({
    ...rangeStatsQuery(range, compared, { ...owner, ...(isTime(group) ? {} : { groupBy: group }) }),
    enabled: !isTime(group),
  })
  const daily = useQueries({
    queries: partsOf(range).map((part) => ({ ...dailyStatsQuery(part, owner), enabled: isTime(group) })),
  })
  const all = [total, ...(isTime(group) ? daily : [named])]
  const rows = isTime(group)
    ? daily.every(({ data }) => data !== undefined)
      ? timeRows(
          daily.flatMap(({ data }) => data?.data ?? []),
          group,
          { owner, range },
        )
      : undefined
    : named.data && namedRows(named.data.data, group, { owner, range })
  const [sums] = total.data?.data ?? []
  return {
    data:
      total.data === undefined || rows === undefined
        ? undefined
        : {
            rows,
            total: { ...(sums ? amountsOf(sums) : NOTHING), before: sums?.compared?.approved.amount ?? 0 },
          },
    error: all.find(({ error }) => error)?.error ?? null,
    refetch: () => void Promise.all(all.map((query) => query.refetch())),
  }
}
