import { queryOptions } from '@tanstack/react-query'
import { purser } from './client.ts'

/** Its name, and above which amount decisions take a passkey. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => purser.account.get({ signal }),
})
