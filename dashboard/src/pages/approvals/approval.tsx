import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { approvalQuery } from '../../api/approvals/approvals.ts'
import { changeRequestQuery } from '../../api/approvals/change-requests.ts'
import { loadComponentLater } from '../../app/load-component-later.tsx'
import { PageLayout } from '../../ui/page-layout.tsx'
import { challengeQuery } from '../../api/approvals/challenges.ts'
import { challengeHeadline, isChallengeId } from './challenge-text.ts'
import { DecisionStatus } from './decision-status.tsx'
import { changeRequestHeadline } from './change-text.ts'
import { ChallengeDetail, ChangeRequestDetail, SubscriptionDetail } from './chosen.tsx'
import { ApprovalDetail } from './detail.tsx'
import { isChangeRequestId } from './is-change.ts'
import { subscriptionQuery } from '../../api/approvals/subscriptions.ts'
import { isSubscriptionId, subscriptionHeadline } from './subscription-text.ts'
import { approvalHeadline } from './approval-card.tsx'

/** The page of one request, which mails link to: an approval, a subscription, a change request or a challenge. */
export default function ApprovalPage() {
  const { approvalId = '' } = useParams()
  if (isChallengeId(approvalId)) return <ChallengePage key={approvalId} id={approvalId} />
  if (isSubscriptionId(approvalId)) return <SubscriptionPage key={approvalId} id={approvalId} />
  return isChangeRequestId(approvalId) ? (
    <ChangePage key={approvalId} id={approvalId} />
  ) : (
    <PurchasePage key={approvalId} id={approvalId} />
  )
}

const NextRequest = loadComponentLater(async () => (await import('./next-request.tsx')).NextInboxRequestLink)

const crumbs = [{ label: 'Approvals', to: '/approvals' }]

function PurchasePage({ id }: { id: string }) {
  const { data } = useQuery(approvalQuery(id))
  return (
    <DetailPage id={id} title={data ? approvalHeadline(data) : 'Approval'} status={data?.status}>
      <ApprovalDetail id={id} />
    </DetailPage>
  )
}

function ChangePage({ id }: { id: string }) {
  const { data } = useQuery(changeRequestQuery(id))
  return (
    <DetailPage id={id} title={data ? changeRequestHeadline(data) : 'Change'} status={data?.status}>
      <ChangeRequestDetail id={id} />
    </DetailPage>
  )
}

function ChallengePage({ id }: { id: string }) {
  const { data } = useQuery(challengeQuery(id))
  return (
    <DetailPage id={id} title={data ? challengeHeadline(data) : 'Challenge'} status={data?.status}>
      <ChallengeDetail id={id} />
    </DetailPage>
  )
}

function SubscriptionPage({ id }: { id: string }) {
  const { data } = useQuery(subscriptionQuery(id))
  return (
    <DetailPage id={id} title={data ? subscriptionHeadline(data) : 'Subscription'} status={data?.status}>
      <SubscriptionDetail id={id} />
    </DetailPage>
  )
}

interface DetailPageProps {
  id: string
  title: string
  /** The status of the request that the page is about, such as an approval. Undefined: it is not loaded yet. */
  status: string | undefined
  children: ReactNode
}

const DetailPage = ({ id, title, status, children }: DetailPageProps) => (
  <PageLayout title={title} crumbs={crumbs} badge={status !== undefined && <DecisionStatus of={status} />}>
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      {children}
      <NextRequest id={id} isDecided={status !== undefined && !status.startsWith('pending')} />
    </div>
  </PageLayout>
)
