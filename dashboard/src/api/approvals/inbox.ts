import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Approval, Challenge, ChangeRequest, Subscription } from '@purser/client'
import { approvalsQuery, waitingQuery } from './approvals.ts'
import { challengesQuery, waitingChallengesQuery } from './challenges.ts'
import { changeRequestsQuery, waitingChangesQuery } from './change-requests.ts'
import { subscriptionsQuery, waitingSubscriptionsQuery } from './subscriptions.ts'

/** What a person decides about: a purchase, one that comes again, a change that an agent asks for, or a purchase that the issuer asks about. */
export type Waiting =
  | { readonly kind: 'purchase'; readonly id: string; readonly at: string; readonly approval: Approval }
  | { readonly kind: 'change'; readonly id: string; readonly at: string; readonly request: ChangeRequest }
  | { readonly kind: 'challenge'; readonly id: string; readonly at: string; readonly challenge: Challenge }
  | { readonly kind: 'subscription'; readonly id: string; readonly at: string; readonly subscription: Subscription }

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

/** Of those that have ended or go on, the ones that waited for a person once. */
const subscriptions = (page: readonly Subscription[]): Waiting[] =>
  page
    .filter(({ requiresApproval }) => requiresApproval)
    .map((subscription) => ({ kind: 'subscription', id: subscription.id, at: subscription.createdAt, subscription }))

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
  const [shopQuestions, renewals] = [useQuery(waitingChallengesQuery), useQuery(waitingSubscriptionsQuery)]
  const all = [purchases, changes, shopQuestions, renewals]
  return {
    rows:
      purchases.data && changes.data && shopQuestions.data && renewals.data
        ? newestFirst([
            ...purchases.data.data.map(purchase),
            ...changes.data.data.map(change),
            ...challenges(shopQuestions.data.data),
            ...subscriptions(renewals.data.data),
          ])
        : undefined,
    hasMore: all.some(({ data }) => data?.hasMore),
    error: all.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => void Promise.all(all.map((query) => query.refetch())),
  }
}

/** Which subscriptions a tab of the inbox lists: their status, by the status of approvals after which the tab is named. */
const subscriptionStatus: Readonly<Record<Approval['status'], Subscription['status']>> = {
  pending: 'pending_approval',
  approved: 'active',
  rejected: 'rejected',
  expired: 'expired',
  canceled: 'canceled',
}

/** The inbox, of one status and agent; of all where it is undefined. A subscription that was approved and is paused counts as approved. */
export function useInbox(status: Approval['status'] | undefined, agentId: string | undefined) {
  const purchases = useInfiniteQuery(approvalsQuery(status, agentId))
  const changes = useInfiniteQuery(changeRequestsQuery(status, agentId))
  const shopQuestions = useInfiniteQuery(challengesQuery(status, agentId))
  const renewals = useInfiniteQuery(subscriptionsQuery(status && subscriptionStatus[status], agentId))
  const hasPaused = status === 'approved'
  const paused = useInfiniteQuery({ ...subscriptionsQuery('paused', agentId), enabled: hasPaused })
  const all = [purchases, changes, shopQuestions, renewals, ...(hasPaused ? [paused] : [])]
  return {
    rows: all.every(({ data }) => data !== undefined)
      ? merged([
          listed(purchases, (page) => page.data.map(purchase)),
          listed(changes, (page) => page.data.map(change)),
          listed(shopQuestions, (page) => challenges(page.data)),
          listed(renewals, (page) => subscriptions(page.data)),
          ...(hasPaused ? [listed(paused, (page) => subscriptions(page.data))] : []),
        ])
      : undefined,
    error: all.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => void Promise.all(all.map((query) => query.refetch())),
    hasMore: all.some(({ hasNextPage }) => hasNextPage),
    isReading: all.some(({ isFetchingNextPage }) => isFetchingNextPage),
    readMore: () => {
      for (const query of all) if (query.hasNextPage) void query.fetchNextPage()
    },
  }
}

interface Pages<Page> {
  readonly data: { readonly pages: readonly Page[] } | undefined
  readonly hasNextPage: boolean
}

const listed = <Page>({ data, hasNextPage }: Pages<Page>, rowsOf: (page: Page) => Waiting[]): Listed => ({
  rows: data?.pages.flatMap(rowsOf) ?? [],
  hasMore: hasNextPage,
})
