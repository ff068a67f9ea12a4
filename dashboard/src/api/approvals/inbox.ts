import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Approval, Challenge, ChangeRequest } from '@purser/client'
import { approvalsQuery, waitingQuery } from './approvals.ts'
import { challengesQuery, waitingChallengesQuery } from './challenges.ts'
import { changeRequestsQuery, waitingChangesQuery } from './change-requests.ts'

/** What a person decides about: a purchase, a change that an agent asks for, or a purchase that the issuer asks about. */
export type Waiting =
  | { readonly kind: 'purchase'; readonly id: string; readonly at: string; readonly approval: Approval }
  | { readonly kind: 'change'; readonly id: string; readonly at: string; readonly request: ChangeRequest }
  | { readonly kind: 'challenge'; readonly id: string; readonly at: string; readonly challenge: Challenge }

const purchase = (approval: Approval): Waiting => ({
  kind: 'purchase',
  id: approval.id,
  at: approval.requestedAt,
  approval,
})
const change = (request: ChangeRequest): Waiting => ({ kind: 'change', id: request.id, at: request.createdAt, request })

/** One that an approval answers is shown with that approval. */
const challenges = (page: readonly Challenge[]): Waiting[] =>
  page
    .filter(({ status, intentId }) => status !== 'pending' || intentId === undefined)
    .map((challenge) => ({ kind: 'challenge', id: challenge.id, at: challenge.createdAt, challenge }))

/** Behind its prefix an id begins with its moment, and goes on in the order of their making. */
const place = ({ id }: Waiting): string => id.slice(id.indexOf('_') + 1)

const newestFirst = (rows: readonly Waiting[]): Waiting[] => rows.toSorted((a, b) => (place(a) < place(b) ? 1 : -1))

interface Listed {
  readonly rows: readonly Waiting[]
  readonly hasMore: boolean
}

/** Several lists as one: as far back as all are known. */
function merged(lists: readonly Listed[]): Waiting[] {
  const ends = lists.flatMap(({ rows, hasMore }) => (hasMore ? rows.slice(-1).map(place) : []))
  const knownFrom = ends.reduce((latest, end) => (end > latest ? end : latest), '')
  return newestFirst(lists.flatMap(({ rows }) => rows)).filter((row) => place(row) >= knownFrom)
}

/** All that waits for somebody, and how much it is. */
export function useWaiting() {
  const [purchases, changes] = [useQuery(waitingQuery), useQuery(waitingChangesQuery)]
  const shopQuestions = useQuery(waitingChallengesQuery)
  const lists = [purchases.data, changes.data, shopQuestions.data]
  return {
    rows:
      purchases.data && changes.data && shopQuestions.data
        ? newestFirst([
            ...purchases.data.data.map(purchase),
            ...changes.data.data.map(change),
            ...challenges(shopQuestions.data.data),
          ])
        : undefined,
    hasMore: lists.some((list) => list?.hasMore),
    error: purchases.error ?? changes.error ?? shopQuestions.error,
    refetch: () => void Promise.all([purchases.refetch(), changes.refetch(), shopQuestions.refetch()]),
  }
}

/** The inbox, of one status and agent; of all where it is undefined. */
export function useInbox(status: Approval['status'] | undefined, agentId: string | undefined) {
  const purchases = useInfiniteQuery(approvalsQuery(status, agentId))
  const changes = useInfiniteQuery(changeRequestsQuery(status, agentId))
  const shopQuestions = useInfiniteQuery(challengesQuery(status, agentId))
  const known = purchases.data && changes.data && shopQuestions.data
  return {
    rows: known
      ? merged([
          {
            rows: purchases.data.pages.flatMap((page) => page.data.map(purchase)),
            hasMore: purchases.hasNextPage,
          },
          { rows: changes.data.pages.flatMap((page) => page.data.map(change)), hasMore: changes.hasNextPage },
          {
            rows: shopQuestions.data.pages.flatMap((page) => challenges(page.data)),
            hasMore: shopQuestions.hasNextPage,
          },
        ])
      : undefined,
    error: purchases.error ?? changes.error ?? shopQuestions.error,
    refetch: () => void Promise.all([purchases.refetch(), changes.refetch(), shopQuestions.refetch()]),
    hasMore: purchases.hasNextPage || changes.hasNextPage || shopQuestions.hasNextPage,
    isReading: purchases.isFetchingNextPage || changes.isFetchingNextPage || shopQuestions.isFetchingNextPage,
    readMore: () => {
      if (purchases.hasNextPage) void purchases.fetchNextPage()
      if (changes.hasNextPage) void changes.fetchNextPage()
      if (shopQuestions.hasNextPage) void shopQuestions.fetchNextPage()
    },
  }
}
