import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Approval, Subscription } from '@purser/client'
import { inboxRequestAgeKey } from './age-of.ts'
import { approvalQuery, approvalsQuery } from './approvals.ts'
import { challengeQuery, challengesQuery } from './challenges.ts'
import { changeRequestQuery, changeRequestsQuery } from './change-requests.ts'
import { subscriptionQuery, subscriptionsQuery } from './subscriptions.ts'
import {
  challengeInboxRows,
  changeRequestInboxRow,
  changeInboxRows,
  inboxRequestsNewestFirst,
  purchaseInboxRow,
  subscriptionInboxRows,
  type WaitingInboxRequest,
} from './waiting.ts'

interface Listed {
  readonly rows: readonly WaitingInboxRequest[]
  readonly hasMore: boolean
}

/**
 * Merges several lists into one, newest first. It ends where the first list whose further pages are not read ends, so that no request is
 * missing in between.
 */
function merged(lists: readonly Listed[]): WaitingInboxRequest[] {
  const ends = lists.flatMap(({ rows, hasMore }) => (hasMore ? rows.slice(-1).map(inboxRequestAgeKey) : []))
  const knownFrom = ends.reduce((latest, end) => (end > latest ? end : latest), '')
  return inboxRequestsNewestFirst(lists.flatMap(({ rows }) => rows)).filter(
    (row) => inboxRequestAgeKey(row) >= knownFrom,
  )
}

/** The status of the subscriptions that a tab of the inbox lists, by the status of approvals that names the tab. */
const subscriptionStatus: Readonly<Record<Approval['status'], Subscription['status']>> = {
  pending: 'pending_approval',
  approved: 'active',
  rejected: 'rejected',
  expired: 'expired',
  canceled: 'canceled',
}

/**
 * The requests of the inbox with one status and one agent (undefined: all), newest first unless `inOrder` sorts them otherwise. The tab of
 * approved requests also has approved subscriptions that are paused.
 */
export function useInbox(status: Approval['status'] | undefined, agentId: string | undefined, inOrder = asTheyAre) {
  const purchases = useInfiniteQuery(approvalsQuery(status, agentId))
  const changes = useInfiniteQuery(changeRequestsQuery(status, agentId))
  const shopQuestions = useInfiniteQuery(challengesQuery(status, agentId))
  const renewals = useInfiniteQuery(subscriptionsQuery(status && subscriptionStatus[status], agentId))
  const hasPaused = status === 'approved'
  const paused = useInfiniteQuery({ ...subscriptionsQuery('paused', agentId), enabled: hasPaused })
  const all = [purchases, changes, shopQuestions, renewals, ...(hasPaused ? [paused] : [])]
  const isRead = all.every(({ data }) => data !== undefined)
  // `rows` stays the same array until an answer brings other requests, so that the inbox is not drawn again.
  const rows = useMemo(
    () =>
      isRead
        ? inOrder(
            merged([
              listed(purchases, (page) => page.data.map(purchaseInboxRow)),
              listed(changes, (page) => changeInboxRows(page.data)),
              listed(shopQuestions, (page) => challengeInboxRows(page.data)),
              listed(renewals, (page) => subscriptionInboxRows(page.data)),
              ...(hasPaused ? [listed(paused, (page) => subscriptionInboxRows(page.data))] : []),
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

const asTheyAre = (rows: readonly WaitingInboxRequest[]): readonly WaitingInboxRequest[] => rows

interface Pages<Page> {
  readonly data: { readonly pages: readonly Page[] } | undefined
  readonly hasNextPage: boolean
}

const listed = <Page>({ data, hasNextPage }: Pages<Page>, rowsOf: (page: Page) => WaitingInboxRequest[]): Listed => ({
  rows: data?.pages.flatMap(rowsOf) ?? [],
  hasMore: hasNextPage,
})

/** The current state of a request that the list of open requests no longer has: it is read by its id. Undefined until it is read. */
export function useInboxRequestById({ kind, id }: WaitingInboxRequest): WaitingInboxRequest | undefined {
  const { data: approval } = useQuery({ ...approvalQuery(id), enabled: kind === 'purchase' })
  const { data: request } = useQuery({ ...changeRequestQuery(id), enabled: kind === 'change' })
  const { data: challenge } = useQuery({ ...challengeQuery(id), enabled: kind === 'challenge' })
  const { data: subscription } = useQuery({ ...subscriptionQuery(id), enabled: kind === 'subscription' })
  if (kind === 'purchase') return approval && purchaseInboxRow(approval)
  if (kind === 'change') return request && changeRequestInboxRow(request)
  if (kind === 'challenge') return challenge && { kind, id, at: challenge.createdAt, challenge }
  return subscription && { kind, id, at: subscription.createdAt, subscription }
}
