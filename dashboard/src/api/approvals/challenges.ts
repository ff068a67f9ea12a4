import { queryOptions } from '@tanstack/react-query'
import type { Approval, Challenge } from '@purser/client'
import { purser } from '../client.ts'
import { listPagesQuery } from '../pages.ts'

/** Challenges wait for a minute or a few, so a page without live updates reloads them often. */
const REFRESH_MS = 10_000

/** The query of the newest pending challenges. */
export const waitingChallengesQuery = queryOptions({
  queryKey: ['challenges', { status: 'pending' }],
  queryFn: ({ signal }) => purser.challenges.list({ status: 'pending', limit: 100 }, { signal }),
  refetchInterval: REFRESH_MS,
})

export const challengeQuery = (id: string) =>
  queryOptions({
    queryKey: ['challenges', id],
    queryFn: ({ signal }) => purser.challenges.get(id, { signal }),
    refetchInterval: REFRESH_MS,
  })

const statusOf: Readonly<Record<Approval['status'], Challenge['status'] | undefined>> = {
  pending: 'pending',
  approved: 'approved',
  rejected: 'declined',
  expired: 'expired',
  canceled: undefined,
}

/** The query of challenges of one inbox status and one agent, newest first. Undefined: of every status, of every agent. */
export function challengesQuery(status: Approval['status'] | undefined, agentId: string | undefined) {
  const own = status && statusOf[status]
  return {
    ...listPagesQuery(['challenges', 'pages', status ?? null, agentId ?? null], (cursor) =>
      status !== undefined && own === undefined
        ? Promise.resolve({ data: [] as Challenge[], hasMore: false, nextCursor: null })
        : purser.challenges.list({
            limit: 50,
            ...(own && { status: own }),
            ...(agentId && { agentId }),
            ...(cursor && { cursor }),
          }),
    ),
    refetchInterval: REFRESH_MS,
  }
}
