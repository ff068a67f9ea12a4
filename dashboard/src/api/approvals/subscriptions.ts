import { queryOptions } from '@tanstack/react-query'
import type { Approval, Subscription } from '@purser/client'
import { purser } from '../client.ts'
import { pagesOf } from '../pages.ts'

/** The newest subscriptions that wait for somebody. */
export const waitingSubscriptionsQuery = queryOptions({
  queryKey: ['subscriptions', { status: 'pending_approval' }],
  queryFn: ({ signal }) => purser.subscriptions.list({ status: 'pending_approval', limit: 100 }, { signal }),
  refetchInterval: 30_000,
})

export const subscriptionQuery = (id: string) =>
  queryOptions({
    queryKey: ['subscriptions', id],
    queryFn: ({ signal }) => purser.subscriptions.get(id, { signal }),
  })

const statusOf: Readonly<Record<Approval['status'], Subscription['status']>> = {
  pending: 'pending_approval',
  approved: 'active',
  rejected: 'rejected',
  expired: 'expired',
  canceled: 'canceled',
}

/** Of one status of the inbox and one agent, newest first; of all where it is undefined. */
export const subscriptionsQuery = (status: Approval['status'] | undefined, agentId: string | undefined) => ({
  ...pagesOf(['subscriptions', 'pages', status ?? null, agentId ?? null], (cursor) =>
    purser.subscriptions.list({
      limit: 50,
      ...(status && { status: statusOf[status] }),
      ...(agentId && { agentId }),
      ...(cursor && { cursor }),
    }),
  ),
  refetchInterval: 30_000,
})
