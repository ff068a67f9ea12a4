import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { isKnownTimeZone } from '../lib/days.ts'
import { setShownTimeZone } from '../lib/format.ts'
import { purser } from './client.ts'

/** The query of the account: its name, its time zone, and the amount above which decisions need a passkey. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }) => {
    const account = await purser.account.get({ signal })
    setShownTimeZone(account.timeZone)
    return account
  },
})

/** The account's time zone, in which the pages read days and times. UTC where this browser does not know it. */
export function useAccountTimeZone(): string {
  const { timeZone } = useSuspenseQuery(accountQuery).data
  return isKnownTimeZone(timeZone) ? timeZone : 'UTC'
}
