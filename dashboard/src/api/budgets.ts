import { queryOptions } from '@tanstack/react-query'
import { purser } from './client.ts'

/** The query of the limits with the highest used share, the tightest first. Each purchase makes the answer stale. */
export const budgetsQuery = (limit: number) =>
  queryOptions({
    queryKey: ['stats', 'budgets', limit],
    queryFn: ({ signal }) => purser.stats.budgets({ limit }, { signal }),
  })

/** The most ids of customers, agents and cards in one request for their limits. */
const MOST_IDS = 100

/** Divides ids into groups of at most `MOST_IDS`, one group for each request. */
export const idsPerBudgetRequest = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / MOST_IDS) }, (_, at) => ids.slice(at * MOST_IDS, (at + 1) * MOST_IDS))

/** The query of the tightest limit of each of these customers, agents and cards, in one request: `MOST_IDS` ids at most. */
export const tightestLimitsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['stats', 'budgets', 'of', ids.join(',')],
    queryFn: ({ signal }) => purser.stats.budgets({ ids: ids.join(','), limit: MOST_IDS }, { signal }),
    enabled: ids.length > 0,
  })
