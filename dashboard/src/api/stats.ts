import { queryOptions } from '@tanstack/react-query'
import type { GetSpendStatsQuery } from '@purser/client'
import { purser } from './client.ts'

interface Asked extends Pick<GetSpendStatsQuery, 'groupBy' | 'customerId' | 'agentId' | 'cardId'> {
  /** The starts of days of UTC, one after the other. */
  readonly days: readonly number[]
}

/** What was spent and declined on these days. */
export function statsQuery({ days, ...query }: Asked) {
  const range = { from: new Date(days[0] ?? 0).toISOString(), to: new Date(days.at(-1) ?? 0).toISOString() }
  return queryOptions({
    queryKey: ['stats', { ...query, ...range }],
    queryFn: ({ signal }) => purser.stats.spend({ ...query, ...range }, { signal }),
  })
}
