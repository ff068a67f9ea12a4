import { queryOptions } from '@tanstack/react-query'
import type { ChangeRequest } from '@purser/client'
import { purser } from '../client.ts'
import { listPagesQuery } from '../pages.ts'

/** The query of the newest pending change requests. */
export const waitingChangesQuery = queryOptions({
  queryKey: ['change-requests', { status: 'pending' }],
  queryFn: ({ signal }) => purser.changeRequests.list({ status: 'pending', limit: 100 }, { signal }),
  refetchInterval: 30_000,
})

export const changeRequestQuery = (id: string) =>
  queryOptions({
    queryKey: ['change-requests', id],
    queryFn: ({ signal }) => purser.changeRequests.get(id, { signal }),
  })

/** The query of change requests of one status and one agent, newest first. Undefined: of every status, of every agent. */
export const changeRequestsQuery = (status: ChangeRequest['status'] | undefined, agentId: string | undefined) => ({
  ...listPagesQuery(['change-requests', 'pages', status ?? null, agentId ?? null], (cursor) =>
    purser.changeRequests.list({
      limit: 50,
      ...(status && { status }),
      ...(agentId && { agentId }),
      ...(cursor && { cursor }),
    }),
  ),
  refetchInterval: 30_000,
})
