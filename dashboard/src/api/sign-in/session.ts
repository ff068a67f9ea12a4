import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { purser } from '../client.ts'

/** The signed-in person: `{accountId, role, type, name, ...}`. 401 without a session. */
export const signedInPersonQuery = queryOptions({
  queryKey: ['self'],
  queryFn: ({ signal }) => purser.self.get({ signal }),
  staleTime: 60_000,
})

export const useSignedInPerson = () => useSuspenseQuery(signedInPersonQuery).data

/** Whether the signed-in person has one of these roles. False until the person is known. */
export function useHasRole(...roles: readonly string[]): boolean {
  const { data } = useQuery(signedInPersonQuery)
  return data !== undefined && roles.includes(data.role)
}
