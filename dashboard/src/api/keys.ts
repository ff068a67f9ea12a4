import { queryOptions } from '@tanstack/react-query'
import { purser } from './client.ts'

/** The query of the account's newest API keys, with the minute of their last use. */
export const newestKeysQuery = queryOptions({
  queryKey: ['api-keys', 'newest'],
  queryFn: ({ signal }) => purser.apiKeys.list({ limit: 100 }, { signal }),
})
