import type { Subscription, Transaction } from '@purser/client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { purser } from '../../api/client.ts'
import { ActorName } from '../../ui/actor-name.tsx'
import { PurchaseStatus, StatusBadge } from '../../ui/badge.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { Money } from '../../ui/money.tsx'
import { AgentName, CardName, CustomerName } from '../../ui/named.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { DetailList, PageLayout, PageSection } from '../../ui/page-layout.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import { ExactTime, RelativeTime } from '../../ui/time.tsx'
import { ResourcePage } from '../resource/resource-page.tsx'
import { RelatedResources } from '../resource/related.tsx'
import { NextPurchaseTime } from './columns.tsx'
import { SubscriptionActions } from './subscription-actions.tsx'

export default function SubscriptionPage() {
  const { id = '' } = useParams()
  const query = useQuery({
    queryKey: ['subscriptions', id],
    queryFn: ({ signal }) => purser.subscriptions.get(id, { signal }),
  })
  return (
    <ResourcePage kind="Subscription" query={query}>
      {(subscription) => <Shown subscription={subscription} />}
    </ResourcePage>
  )
}

const Shown = ({ subscription }: { subscription: Subscription }) => (
  <PageLayout
    title={subscription.merchant}
    crumbs={[{ label: 'Subscriptions', to: '/subscriptions' }]}
    badge={<StatusBadge of={subscription.status} />}
    actions={<SubscriptionActions subscription={subscription} />}
  >
    {subscription.exceeded && <Exceeded of={subscription} />}
    <div className="grid items-start gap-6 *:min-w-0 md:grid-cols-2">
      <PageSection title="Terms">
        <DetailList of={wishFacts(subscription)} />
      </PageSection>
      <PageSection title="Timeline">
        <DetailList of={courseFacts(subscription)} />
      </PageSection>
    </div>
    <RelatedResources
      title="Purchases"
      queryKey={['transactions', 'of-subscription', subscription.id]}
      load={(signal) => purser.transactions.list({ subscriptionId: subscription.id, limit: 24 }, { signal })}
      columns={purchaseColumns}
      rowKey={({ id }) => id}
      href={({ id }) => `/transactions/${id}`}
      empty="No purchase has matched it yet."
    />
  </PageLayout>
)

type Fact = readonly [string, ReactNode]

/**
 * The last purchase that exceeded its subscription: above the agreed amount, or the second of its period. Mostly the merchant has raised
 * the price.
 */
function Exceeded({ of: { exceeded, maxAmount, currency, interval } }: { of: Subscription }) {
  if (exceeded === undefined) return null
  return (
    <div className="grid gap-1 rounded-lg bg-warn-wash px-4 py-3 text-warn">
      <p>
        {exceeded.why === 'amount' ? (
          <>
            The merchant charged <Money cents={exceeded.amount} currency={currency} />, more than the{' '}
            <Money cents={maxAmount} currency={currency} /> that were agreed.
          </>
        ) : (
          <>
            The merchant charged <Money cents={exceeded.amount} currency={currency} /> more, after the purchase of the
            same {interval}.
          </>
        )}{' '}
        {exceeded.decision === 'approve' ? 'The other rules approved it.' : 'It was declined.'}
      </p>
      <p className="text-sm">
        <RelativeTime at={exceeded.at} /> ·{' '}
        <Link to={`/transactions/${exceeded.transactionId}`} className="underline underline-offset-2">
          The purchase and its rules
        </Link>
      </p>
    </div>
  )
}

const wishFacts = (subscription: Subscription): Fact[] => {
  const { purpose, maxAmount, currency, interval, expectedOrigin, until, cardId, agentId, customerId, id } =
    subscription
  return [
    ['Purpose', <UntrustedText key="purpose" text={purpose} />],
    [
      'At most',
      <span key="most">
        <Money cents={maxAmount} currency={currency} /> a {interval}
      </span>,
    ],
    ...(expectedOrigin === undefined ? [] : ([['Site', <UntrustedText key="site" text={expectedOrigin} />]] as Fact[])),
    ...(until === undefined ? [] : ([['Until', <ExactTime key="until" at={until} />]] as Fact[])),
    ['Card', <CardName key="card" id={cardId} link />],
    ...(agentId === null ? [] : ([['Agent', <AgentName key="agent" id={agentId} link />]] as Fact[])),
    ['Customer', <CustomerName key="customer" id={customerId} link />],
    ['Id', <Copyable key="id" text={id} />],
  ]
}

const courseFacts = (subscription: Subscription): Fact[] => {
  const { period, createdAt, approvedBy, rejectedBy, decisionNote } = subscription
  const times: readonly (readonly [string, string | undefined])[] = [
    ['Requested', createdAt],
    ['Active since', subscription.activatedAt],
    ['Rejected', subscription.rejectedAt],
    ['Paused', subscription.pausedAt],
    ['Canceled', subscription.canceledAt],
    [subscription.status === 'pending_approval' ? 'Waits until' : 'Expires', subscription.expiresAt],
  ]
  const by = approvedBy ?? rejectedBy
  return [
    ['Next purchase', <NextPurchaseTime key="next" of={subscription} />],
    ...(period === undefined ? [] : ([['This period ends', <ExactTime key="period" at={period.endsAt} />]] as Fact[])),
    ...times.flatMap(([name, at]): Fact[] => (at === undefined ? [] : [[name, <ExactTime key={name} at={at} />]])),
    ...(by === undefined ? [] : ([['Decided by', <ActorName key="by" id={by} />]] as Fact[])),
    ...(decisionNote === undefined ? [] : ([['Note', <UntrustedText key="note" text={decisionNote} />]] as Fact[])),
  ]
}

const purchaseColumns: readonly TableColumn<Transaction>[] = [
  { name: 'When', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  { name: 'Status', cell: ({ status }) => <PurchaseStatus of={status} /> },
  { name: 'Amount', right: true, cell: ({ amount, currency }) => <Money cents={amount} currency={currency} /> },
]
