import { useQuery } from '@tanstack/react-query'
import type { Approval, Challenge, ChangeRequest, Subscription } from '@purser/client'
import { inboxRequestAgeKey } from './age-of.ts'
import { waitingApprovalsQuery } from './approvals.ts'
import { waitingChallengesQuery } from './challenges.ts'
import { waitingChangesQuery } from './change-requests.ts'
import { waitingSubscriptionsQuery } from './subscriptions.ts'

/** A request that a person decides: a purchase, a subscription, a change that an agent asks for, or a challenge of an issuer. */
export type WaitingInboxRequest =
  | { readonly kind: 'purchase'; readonly id: string; readonly at: string; readonly approval: Approval }
  | { readonly kind: 'change'; readonly id: string; readonly at: string; readonly request: ChangeRequest }
  | { readonly kind: 'challenge'; readonly id: string; readonly at: string; readonly challenge: Challenge }
  | { readonly kind: 'subscription'; readonly id: string; readonly at: string; readonly subscription: Subscription }

export const purchaseInboxRow = (approval: Approval): WaitingInboxRequest => ({
  kind: 'purchase',
  id: approval.id,
  at: approval.requestedAt,
  approval,
})
/** Change requests as rows of the inbox. A request for an exception has no row: the approval of its intent shows it. */
export const changeInboxRows = (page: readonly ChangeRequest[]): WaitingInboxRequest[] =>
  page.filter(({ once }) => !once).map(changeRequestInboxRow)
export const changeRequestInboxRow = (request: ChangeRequest): WaitingInboxRequest => ({
  kind: 'change',
  id: request.id,
  at: request.createdAt,
  request,
})

/** Challenges as rows of the inbox. A challenge that waits for the approval of its intent has no row: the approval's page shows it. */
export const challengeInboxRows = (page: readonly Challenge[]): WaitingInboxRequest[] =>
  page
    .filter(({ status, intentId }) => status !== 'pending' || intentId === undefined)
    .map((challenge) => ({ kind: 'challenge', id: challenge.id, at: challenge.createdAt, challenge }))

/** Subscriptions as rows of the inbox: only those that wait, or once waited, for a person's approval. */
export const subscriptionInboxRows = (page: readonly Subscription[]): WaitingInboxRequest[] =>
  page
    .filter(({ requiresApproval }) => requiresApproval)
    .map((subscription) => ({ kind: 'subscription', id: subscription.id, at: subscription.createdAt, subscription }))

export const inboxRequestsNewestFirst = (rows: readonly WaitingInboxRequest[]): WaitingInboxRequest[] =>
  rows.toSorted((a, b) => (inboxRequestAgeKey(a) < inboxRequestAgeKey(b) ? 1 : -1))

/** All requests that wait for a decision, newest first, with `hasMore` where the service has further ones. */
export function useWaitingInboxRequests() {
  const [purchases, changes] = [useQuery(waitingApprovalsQuery), useQuery(waitingChangesQuery)]
  const [shopQuestions, renewals] = [useQuery(waitingChallengesQuery), useQuery(waitingSubscriptionsQuery)]
  const all = [purchases, changes, shopQuestions, renewals]
  return {
    rows:
      purchases.data && changes.data && shopQuestions.data && renewals.data
        ? inboxRequestsNewestFirst([
            ...purchases.data.data.map(purchaseInboxRow),
            ...changeInboxRows(changes.data.data),
            ...challengeInboxRows(shopQuestions.data.data),
            ...subscriptionInboxRows(renewals.data.data),
          ])
        : undefined,
    hasMore: all.some(({ data }) => data?.hasMore),
    error: all.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => void Promise.all(all.map((query) => query.refetch())),
  }
}
