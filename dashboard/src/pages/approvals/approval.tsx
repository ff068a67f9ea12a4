import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { approvalQuery } from '../../api/approvals/approvals.ts'
import { changeRequestQuery } from '../../api/approvals/change-requests.ts'
import { Status } from '../../ui/badge.tsx'
import { Page } from '../../ui/page.tsx'
import { challengeQuery } from '../../api/approvals/challenges.ts'
import { ChallengeDetail } from './challenge-detail.tsx'
import { challengeHeadline, isChallenge } from './challenge-text.ts'
import { ChangeDetail } from './change-detail.tsx'
import { changeHeadline } from './change-text.ts'
import { Detail } from './detail.tsx'
import { isChange } from './is-change.ts'
import { subscriptionQuery } from '../../api/approvals/subscriptions.ts'
import { SubscriptionDetail } from './subscription-detail.tsx'
import { isSubscription, subscriptionHeadline } from './subscription-text.ts'
import { headline } from './subject.tsx'

/** Where the link of a mail leads: a purchase, one that comes again, a change that an agent asks for, or a challenge. */
export default function ApprovalPage() {
  const { approvalId = '' } = useParams()
  if (isChallenge(approvalId)) return <ChallengePage key={approvalId} id={approvalId} />
  if (isSubscription(approvalId)) return <SubscriptionPage key={approvalId} id={approvalId} />
  return isChange(approvalId) ? <ChangePage key={approvalId} id={approvalId} /> : <PurchasePage id={approvalId} />
}

const crumbs = [{ label: 'Approvals', to: '/approvals' }]

function PurchasePage({ id }: { id: string }) {
  const { data } = useQuery(approvalQuery(id))
  return (
    <Page
      title={data ? headline(data) : 'Approval'}
      crumbs={crumbs}
      badge={data && <Status of={data.status === 'rejected' ? 'declined' : data.status} />}
    >
      <div className="max-w-3xl">
        <Detail key={id} id={id} />
      </div>
    </Page>
  )
}

function ChangePage({ id }: { id: string }) {
  const { data } = useQuery(changeRequestQuery(id))
  return (
    <Page
      title={data ? changeHeadline(data) : 'Change'}
      crumbs={crumbs}
      badge={data && <Status of={data.status === 'rejected' ? 'declined' : data.status} />}
    >
      <div className="max-w-3xl">
        <ChangeDetail id={id} />
      </div>
    </Page>
  )
}

function ChallengePage({ id }: { id: string }) {
  const { data } = useQuery(challengeQuery(id))
  return (
    <Page
      title={data ? challengeHeadline(data) : 'Challenge'}
      crumbs={crumbs}
      badge={data && <Status of={data.status} />}
    >
      <div className="max-w-3xl">
        <ChallengeDetail id={id} />
      </div>
    </Page>
  )
}

function SubscriptionPage({ id }: { id: string }) {
  const { data } = useQuery(subscriptionQuery(id))
  return (
    <Page
      title={data ? subscriptionHeadline(data) : 'Subscription'}
      crumbs={crumbs}
      badge={data && <Status of={data.status === 'rejected' ? 'declined' : data.status} />}
    >
      <div className="max-w-3xl">
        <SubscriptionDetail id={id} />
      </div>
    </Page>
  )
}
