import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Approval, Subscription } from '@purser/client'
import { ageOf } from './age-of.ts'
import { approvalQuery, approvalsQuery } from './approvals.ts'
import { challengeQuery, challengesQuery } from './challenges.ts'
import { changeRequestQuery, changeRequestsQuery } from './change-requests.ts'
import { subscriptionQuery, subscriptionsQuery } from './subscriptions.ts'
import { challenges, change, newestFirst, purchase, subscriptions, type Waiting } from './waiting.ts'

interface Listed {
  readonly rows: readonly Waiting[]
  readonly hasMore: boolean
}

/** Several lists as one: as far back as all are known. */
function merged(lists: readonly Listed[]): Waiting[] {
  const ends = lists.flatMap(({ rows, hasMore }) => (hasMore ? rows.slice(-1).map(ageOf) : []))
  const knownFrom = ends.reduce((latest, end) => (end > latest ? end : latest), '')
  return newestFirst(lists.flatMap(({ rows }) => rows)).filter((row) => ageOf(row) >= knownFrom)
}

/** Which subscriptions a tab of the inbox lists: their status, by the status of approvals after which the tab is named. */
const subscriptionStatus: Readonly<Record<Approval['status'], Subscription['status']>> = {
  pending: 'pending_approval',
  approved: 'active',
  rejected: 'rejected',
  expired: 'expired',
  canceled: 'canceled',
}

/** The inbox, of one status and agent; of all where it is undefined. The newest come first, unless it is `inOrder` of something else. A subscription that was approved and is paused counts as approved. */
export function useInbox(status: Approval['status'] | undefined, agentId: string | undefined, inOrder = asTheyAre) {
  const purchases = useInfiniteQuery(approvalsQuery(status, agentId))
  const changes = useInfiniteQuery(changeRequestsQuery(status, agentId))
  const shopQuestions = useInfiniteQuery(challengesQuery(status, agentId))
  const renewals = useInfiniteQuery(subscriptionsQuery(status && subscriptionStatus[status], agentId))
  const hasPaused = status === 'approved'
  const paused = useInfiniteQuery({ ...subscriptionsQuery('paused', agentId), enabled: hasPaused })
  const all = [purchases, changes, shopQuestions, renewals, ...(hasPaused ? [paused] : [])]
  const isRead = all.every(({ data }) => data !== undefined)
  // The same rows, as long as no answer has brought others.
  const rows = useMemo(
    () =>
      isRead
        ? inOrder(
            merged([
              listed(purchases, (page) => page.data.map(purchase)),
              listed(changes, (page) => page.data.map(change)),
              listed(shopQuestions, (page) => challenges(page.data)),
              listed(renewals, (page) => subscriptions(page.data)),
              ...(hasPaused ? [listed(paused, (page) => subscriptions(page.data))] : []),
            ]),
          )
        : undefined,
    [isRead, hasPaused, inOrder, purchases.data, changes.data, shopQuestions.data, renewals.data, paused.data],
  )
  return {
    rows,
    error: all.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => void Promise.all(all.map((query) => query.refetch())),
    hasMore: all.some(({ hasNextPage }) => hasNextPage),
    isReading: all.some(({ isFetchingNextPage }) => isFetchingNextPage),
    readMore: () => {
      for (const query of all) if (query.hasNextPage) void query.fetchNextPage()
    },
  }
}

const asTheyAre = (rows: readonly Waiting[]): readonly Waiting[] => rows

interface Pages<Page> {
  readonly data: { readonly pages: readonly Page[] } | undefined
  readonly hasNextPage: boolean
}

const listed = <Page>({ data, hasNextPage }: Pages<Page>, rowsOf: (page: Page) => Waiting[]): Listed => ({
  rows: data?.pages.flatMap(rowsOf) ?? [],
  hasMore: hasNextPage,
})

/** A request as it is now: read by itself, since no list of open ones has it any more. Undefined until it is known. */
export function useCurrent({ kind, id }: Waiting): Waiting | undefined {
  const { data: approval } = useQuery({ ...approvalQuery(id), enabled: kind === 'purchase' })
  const { data: request } = useQuery({ ...changeRequestQuery(id), enabled: kind === 'change' })
  const { data: challenge } = useQuery({ ...challengeQuery(id), enabled: kind === 'challenge' })
  const { data: subscription } = useQuery({ ...subscriptionQuery(id), enabled: kind === 'subscription' })
  if (kind === 'purchase') return approval && purchase(approval)
  if (kind === 'change') return request && change(request)
  if (kind === 'challenge') return challenge && { kind, id, at: challenge.createdAt, challenge }
  return subscription && { kind, id, at: subscription.createdAt, subscription }
}
