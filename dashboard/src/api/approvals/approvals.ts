import { queryOptions } from '@tanstack/react-query'
import type { Approval } from '@purser/client'
import { purser } from '../client.ts'
import { pagesOf } from '../pages.ts'

/** The newest approvals that wait for somebody: the inbox, and how many. */
export const waitingQuery = queryOptions({
  queryKey: ['approvals', { status: 'pending' }],
  queryFn: ({ signal }) => purser.approvals.list({ status: 'pending', limit: 100 }, { signal }),
  // Beside the live updates: an approver's page is right even where a proxy keeps events back.
  refetchInterval: 30_000,
})

export const approvalQuery = (id: string) =>
  queryOptions({ queryKey: ['approvals', id], queryFn: ({ signal }) => purser.approvals.get(id, { signal }) })

/** Approvals of a status and an agent, newest first. Undefined: of every status, of every agent. */
export const approvalsQuery = (status: Approval['status'] | undefined, agentId: string | undefined) => ({
  ...pagesOf(['approvals', 'pages', status ?? null, agentId ?? null], (cursor) =>
    purser.approvals.list({
      limit: 50,
      ...(status && { status }),
      ...(agentId && { agentId }),
      ...(cursor && { cursor }),
    }),
  ),
  refetchInterval: 30_000,
})
