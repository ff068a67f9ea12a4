import { queryOptions, useQuery } from '@tanstack/react-query'
import { purser } from './client.ts'
import { newestAgentsQuery } from './names.ts'
import { useHasRole } from './sign-in/session.ts'

/** A person or an API key, as the author of changes. */
export interface ResourceChangeAuthor {
  readonly id: string
  readonly name: string
  /** The actor's type as the page shows it: `Person`, `API key`, `API key of the agent Procurement`. */
  readonly kind: string
}

const LIMIT = 100
/** The most pages of API keys that are read for the choice of an actor. Older keys are reached by a link of one of their changes. */
const MOST_PAGES = 5

const peopleQuery = queryOptions({
  queryKey: ['people', { limit: LIMIT }],
  queryFn: ({ signal }) => purser.people.list({ limit: LIMIT }, { signal }),
  staleTime: 60_000,
})

const keysQuery = queryOptions({
  queryKey: ['api-keys', 'all'],
  queryFn: async ({ signal }) => {
    const keys = []
    let cursor: string | undefined
    for (let count = 0; count < MOST_PAGES; count += 1) {
      const page = await purser.apiKeys.list({ limit: LIMIT, ...(cursor !== undefined && { cursor }) }, { signal })
      keys.push(...page.data)
      cursor = page.nextCursor ?? undefined
      if (cursor === undefined) break
    }
    return keys
  },
  staleTime: 60_000,
})

/** People, the service itself and, for those who may see them, API keys with their agents. Undefined while they load. */
export function useChangeAuthors(): readonly ResourceChangeAuthor[] | undefined {
  const mayReadKeys = useHasRole('admin')
  const people = useQuery(peopleQuery)
  const keys = useQuery({ ...keysQuery, enabled: mayReadKeys })
  const agents = useQuery({ ...newestAgentsQuery, enabled: mayReadKeys })
  if (people.data === undefined || (mayReadKeys && keys.data === undefined)) return undefined
  const agentName = (id: string) => agents.data?.data.find((one) => one.id === id)?.name ?? id
  return [
    ...people.data.data.map(({ id, name, email }): ResourceChangeAuthor => ({
      id,
      name,
      kind: email === undefined ? 'Person' : `Person, ${email}`,
    })),
    { id: 'purser', name: 'Purser', kind: 'The service itself' },
    ...(keys.data ?? []).map(({ id, name, agentId }): ResourceChangeAuthor => ({
      id,
      name,
      kind: agentId ? `API key of the agent ${agentName(agentId)}` : 'API key',
    })),
  ]
}
