import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'

/** True while a list loads a further page; `infiniteQuery` keeps it in `fetchMeta`. */
const isAddingPage = (query: Query): boolean =>
  query.state.fetchStatus === 'fetching' && query.state.fetchMeta?.fetchMore !== undefined

/**
 * Reloads the active queries that the filters select. A list that is loading a further page finishes first: reloading at once would cancel
 * that request, and a click on "Show more" would do nothing.
 */
export async function reloadQueries(client: QueryClient, filters: QueryFilters = {}): Promise<void> {
  const adding = client.getQueryCache().findAll({ ...filters, predicate: isAddingPage })
  await Promise.all([
    client.invalidateQueries({ ...filters, predicate: (query) => !adding.includes(query) }),
    ...adding.map(async (query) => {
      await query.promise?.catch(() => {}) // the list itself shows why it failed
      await client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }),
  ])
}
