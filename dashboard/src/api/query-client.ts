import { QueryClient } from '@tanstack/react-query'
import { PurserError } from '@purser/client'

/** The age at which an answer of the API becomes stale and a page reloads it. Events make it stale sooner. */
const FRESH_MS = 10_000

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // A failed read is tried four more times within about eight seconds; then the page shows the error. A node may take longer to
        // restart: when it answers again, every page is read again. Delays are random, so that tabs that failed together do not retry
        // together.
        retry: (failures, error) => failures < 4 && error instanceof PurserError && error.retryable,
        retryDelay: (failures) => 500 * 2 ** failures * (0.5 + Math.random()),
        refetchOnReconnect: 'always',
      },
      mutations: { retry: false },
    },
  })
}
