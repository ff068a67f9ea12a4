import { QueryClient } from '@tanstack/react-query'
import { PurserError } from '@purser/client'

/** What a page shows while it asks again is at most this old. Events make it stale sooner. */
const FRESH_MS = 10_000

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // The client tries again by itself what is worth it; a node that restarts is longer away than that.
        retry: (failures, error) => failures < 5 && error instanceof PurserError && error.retryable,
        retryDelay: (failures) => Math.min(500 * 2 ** failures, 5_000),
        refetchOnReconnect: 'always',
      },
      mutations: { retry: false },
    },
  })
}
