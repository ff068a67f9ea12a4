import type { Intent } from '@purser/client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { intentQuery } from '../../api/intent.ts'
import { ActorName } from '../../ui/actor-name.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { IntentAmount } from '../../ui/approvals/intent-amount.tsx'
import { Money } from '../../ui/money.tsx'
import { hasOrderDetails, DeclaredOrderItems } from '../../ui/order.tsx'
import { AgentName, CardName, CustomerName } from '../../ui/named.tsx'
import { DetailList, PageLayout, PageSection } from '../../ui/page-layout.tsx'
import { ExactTime } from '../../ui/time.tsx'
import { PaymentObstacleList } from '../../ui/approvals/payment-obstacle-list.tsx'
import { RevokeApproval } from '../../ui/approvals/revoke-approval.tsx'
import { ResourcePage } from '../resource/resource-page.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'

export default function IntentPage() {
  const { id = '' } = useParams()
  const query = useQuery(intentQuery(id))
  return (
    <ResourcePage kind="Intent" query={query}>
      {(intent) => <Shown intent={intent} />}
    </ResourcePage>
  )
}

const Shown = ({ intent }: { intent: Intent }) => (
  <PageLayout
    title={intent.purpose}
    crumbs={[{ label: 'Intents', to: '/intents' }]}
    badge={<StatusBadge of={intent.status} />}
    actions={
      <>
        {intent.status === 'pending_approval' && <ButtonLink to="/approvals">Go to the approvals</ButtonLink>}
        {intent.status === 'pending' && intent.approvedBy && <RevokeApproval intentId={intent.id} />}
      </>
    }
  >
    <div className="grid items-start gap-6 *:min-w-0 md:grid-cols-2">
      <PageSection title="Declared">
        <div className="grid gap-4">
          <DetailList of={declaredFacts(intent)} />
          {hasOrderDetails(intent) && <DeclaredOrderItems of={intent} />}
        </div>
      </PageSection>
      <PageSection title="Outcome">
        <DetailList of={lifeFacts(intent)} />
      </PageSection>
    </div>
  </PageLayout>
)

type Fact = readonly [string, ReactNode]

const declaredFacts = (intent: Intent): Fact[] => {
  const { expectedCurrency = 'usd', ceiling, expectedMerchant, expectedMccs } = intent
  return [
    ['Merchant', <UntrustedText key="at" text={expectedMerchant ?? 'any merchant'} />],
    ...(expectedMccs === undefined ? [] : ([['Categories', expectedMccs.join(', ')]] as Fact[])),
    ['Amount', <IntentAmount key="amount" of={intent} />],
    ...(ceiling === undefined
      ? []
      : ([['At most', <Money key="most" cents={ceiling} currency={expectedCurrency} />]] as Fact[])),
    ...(intent.subscriptionId === undefined
      ? []
      : ([['Subscription', <FirstCharge key="subscription" of={intent.subscriptionId} />]] as Fact[])),
    ['Card', <CardName key="card" id={intent.cardId} link />],
    ...(intent.agentId === null ? [] : ([['Agent', <AgentName key="agent" id={intent.agentId} link />]] as Fact[])),
    ['Customer', <CustomerName key="customer" id={intent.customerId} link />],
    ['Id', <Copyable key="id" text={intent.id} />],
  ]
}

const FirstCharge = ({ of: id }: { of: string }) => (
  <span>
    Its first charge of a period:{' '}
    <Link to={`/subscriptions/${id}`} className="underline underline-offset-2">
      {id}
    </Link>
  </span>
)

const lifeFacts = (intent: Intent): Fact[] => {
  const times: readonly (readonly [string, string | undefined])[] = [
    ['Declared', intent.createdAt],
    ['Approved', intent.approvedAt],
    ['Rejected', intent.rejectedAt],
    [intent.revokedBy === undefined ? 'Canceled' : 'Approval revoked', intent.canceledAt],
    ['Matched', intent.matchedAt],
    ['Mismatched', intent.mismatchedAt],
    [intent.status === 'pending' || intent.status === 'pending_approval' ? 'Expires' : 'Expiry', intent.expiresAt],
  ]
  const by = intent.approvedBy ?? intent.rejectedBy
  const because = intent.rejectionReason ?? intent.revocationReason
  return [
    ...times.flatMap(([name, at]): Fact[] => (at === undefined ? [] : [[name, <ExactTime key={name} at={at} />]])),
    ...(by === undefined ? [] : ([['Decided by', <ActorName key="by" id={by} />]] as Fact[])),
    ...(intent.revokedBy === undefined
      ? []
      : ([['Revoked by', <ActorName key="revoked" id={intent.revokedBy} />]] as Fact[])),
    ...(because === undefined ? [] : ([['Reason', <UntrustedText key="because" text={because} />]] as Fact[])),
    ...payableFacts(intent),
    [
      'Purchase',
      intent.transactionId === undefined ? (
        'none'
      ) : (
        <Link key="purchase" to={`/transactions/${intent.transactionId}`} className="underline underline-offset-2">
          The purchase and its rules
        </Link>
      ),
    ],
  ]
}

/** Whether an open intent may be paid now, as the service judges it. */
const payableFacts = (intent: Intent): Fact[] => {
  const { status, payable } = intent
  if (payable === undefined || (status !== 'pending' && status !== 'pending_approval')) return []
  return [['May be paid now', payable ? 'yes' : <PaymentObstacleList key="payable" of={intent} />]]
}
