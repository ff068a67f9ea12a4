import { queryOptions } from '@tanstack/react-query'
import { purser } from './client.ts'

/** The limits of which most is used, the tightest first. Each purchase makes it stale. */
export const budgetsQuery = (limit: number) =>
  queryOptions({
    queryKey: ['stats', 'budgets', limit],
    queryFn: ({ signal }) => purser.stats.budgets({ limit }, { signal }),
  })
