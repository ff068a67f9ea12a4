import { queryOptions } from '@tanstack/react-query'
import { purser } from './client.ts'

/** The query of how many customers, agents or cards have each status. An event about one of them makes the counts stale. */
export const statusCountsQuery = (of: 'customers' | 'agents' | 'cards') =>
  queryOptions({
    queryKey: [of, 'counts'],
    queryFn: ({ signal }) => purser.stats.counts({ signal }),
    select: (counts) => counts[of],
  })
