import { QueryClient } from '@tanstack/react-query'
import { PurserError } from '@purser/client'

/** The age after which data are stale and a page reloads them. Events make them stale sooner. */
const FRESH_MS = 10_000

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Four times within about eight seconds; then the page says what is wrong. A node that restarts may be longer away than that: when it
        // answers, every page is read again. Tabs that were refused together do not come again together.
        retry: (failures, error) => failures < 4 && error instanceof PurserError && error.retryable,
        retryDelay: (failures) => 500 * 2 ** failures * (0.5 + Math.random()),
        refetchOnReconnect: 'always',
      },
      mutations: { retry: false },
    },
  })
}
