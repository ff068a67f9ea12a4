import { queryOptions } from '@tanstack/react-query'
import type { Approval } from '@purser/client'
import { purser } from '../client.ts'
import { listPagesQuery } from '../pages.ts'

/** The query of the newest pending approvals, for the inbox and its count. */
export const waitingApprovalsQuery = queryOptions({
  queryKey: ['approvals', { status: 'pending' }],
  queryFn: ({ signal }) => purser.approvals.list({ status: 'pending', limit: 100 }, { signal }),
  // Polling beside the live updates keeps an approver's page right even where a proxy delays events.
  refetchInterval: 30_000,
})

export const approvalQuery = (id: string) =>
  queryOptions({ queryKey: ['approvals', id], queryFn: ({ signal }) => purser.approvals.get(id, { signal }) })

/** The query of approvals of one status and one agent, newest first. Undefined: of every status, of every agent. */
export const approvalsQuery = (status: Approval['status'] | undefined, agentId: string | undefined) => ({
  ...listPagesQuery(['approvals', 'pages', status ?? null, agentId ?? null], (cursor) =>
    purser.approvals.list({
      limit: 50,
      ...(status && { status }),
      ...(agentId && { agentId }),
      ...(cursor && { cursor }),
    }),
  ),
  refetchInterval: 30_000,
})
