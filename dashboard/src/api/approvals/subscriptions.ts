import { queryOptions } from '@tanstack/react-query'
import type { Subscription } from '@purser/client'
import { purser } from '../client.ts'
import { listPagesQuery } from '../pages.ts'

/** The query of the newest subscriptions that wait for approval. */
export const waitingSubscriptionsQuery = queryOptions({
  queryKey: ['subscriptions', { status: 'pending_approval' }],
  queryFn: ({ signal }) => purser.subscriptions.list({ status: 'pending_approval', limit: 100 }, { signal }),
  refetchInterval: 60_000,
})

export const subscriptionQuery = (id: string) =>
  queryOptions({
    queryKey: ['subscriptions', id],
    queryFn: ({ signal }) => purser.subscriptions.get(id, { signal }),
  })

/** The query of subscriptions of one status and one agent, newest first. Undefined: of every status, of every agent. */
export const subscriptionsQuery = (status: Subscription['status'] | undefined, agentId: string | undefined) => ({
  ...listPagesQuery(['subscriptions', 'pages', status ?? null, agentId ?? null], (cursor) =>
    purser.subscriptions.list({
      limit: 50,
      ...(status && { status }),
      ...(agentId && { agentId }),
      ...(cursor && { cursor }),
    }),
  ),
  refetchInterval: 60_000,
})
