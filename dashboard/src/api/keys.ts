import { queryOptions } from '@tanstack/react-query'
import { purser } from './client.ts'

/** The newest keys of the account, with the minute of their last use. */
export const newestKeysQuery = queryOptions({
  queryKey: ['api-keys', 'newest'],
  queryFn: ({ signal }) => purser.apiKeys.list({ limit: 100 }, { signal }),
})
