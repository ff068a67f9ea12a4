import { queryOptions } from '@tanstack/react-query'
import { purser } from './client.ts'

/** How many customers, agents and cards have each status. What changes one of these makes it stale. */
export const countsQuery = (of: 'customers' | 'agents' | 'cards') =>
  queryOptions({
    queryKey: [of, 'counts'],
    queryFn: ({ signal }) => purser.stats.counts({ signal }),
    select: (counts) => counts[of],
  })
