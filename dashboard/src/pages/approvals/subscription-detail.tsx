import { useQuery } from '@tanstack/react-query'
import type { Subscription } from '@purser/client'
import { Link } from 'react-router'
import { accountQuery } from '../../api/account.ts'
import { decideSubscription } from '../../api/approvals/decide.ts'
import { subscriptionQuery } from '../../api/approvals/subscriptions.ts'
import { formatMoney } from '../../lib/format.ts'
import { AgentName, CardName, CustomerName } from '../../ui/named.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { DetailList } from '../../ui/page-layout.tsx'
import { ExactTime } from '../../ui/time.tsx'
import { ApprovalRules } from './approval-rules.tsx'
import { DecisionButtons } from './decision/decision.tsx'
import {
  type InboxRequestDetailProps,
  InboxRequestDetailSection,
  InboxRequestDetailPlaceholder,
  shownInboxRequestKey,
} from './detail-section.tsx'
import { accountPasskeyThreshold } from './decision/passkey-threshold.ts'
import { subscriptionDecisionStatus, subscriptionHeadline } from './subscription-text.ts'

/** The details of a subscription that an agent requests, and the two buttons. */
export function SubscriptionDetail({
  id,
  listed,
  hasHeading = false,
  onDecided,
}: InboxRequestDetailProps<Subscription>) {
  const { data = listed, error, refetch } = useQuery(subscriptionQuery(id))
  const passkeyAbove = accountPasskeyThreshold(useQuery(accountQuery).data, data?.currency)
  if (data === undefined) return <InboxRequestDetailPlaceholder error={error} onRetry={() => void refetch()} />
  const { maxAmount, currency, interval, purpose } = data
  const [by, at, note] = [data.approvedBy ?? data.rejectedBy, data.approvedAt ?? data.rejectedAt, data.decisionNote]
  return (
    <InboxRequestDetailSection
      shown={shownInboxRequestKey(data)}
      hasHeading={hasHeading}
      title={<UntrustedText text={subscriptionHeadline(data)} />}
      status={data.status}
    >
      <Site of={data} />
      <p className="text-lg wrap-anywhere">
        <UntrustedText text={purpose} />
      </p>
      <p className="text-quiet">
        Once it is approved, one purchase each {interval} of at most {formatMoney(maxAmount, currency)} needs no further
        approval, until somebody pauses or cancels it.
      </p>
      <DecisionButtons
        of={{
          id,
          ...(data.subjectHash !== undefined && { subjectHash: data.subjectHash }),
          status: subscriptionDecisionStatus(data),
          ...(by !== undefined && { decidedBy: by }),
          ...(at !== undefined && { decidedAt: at }),
          ...(note !== undefined && { note }),
          title: subscriptionHeadline(data),
          lines: [
            ['Purchases', subscriptionHeadline(data)],
            ['Card number on', data.expectedOrigin ?? 'no site given'],
            ['Purpose', purpose],
            ['Until', data.until ?? 'somebody ends it'],
            ...(data.replaces === undefined ? [] : [['Replaces', data.replaces] as const]),
          ],
          why: purpose,
          most: `up to ${formatMoney(maxAmount, currency)} a ${interval}`,
          ...(passkeyAbove !== undefined && maxAmount > passkeyAbove && { passkeyAbove }),
        }}
        decide={(made, intention) => decideSubscription(id, made, intention)}
        stale={['subscriptions', 'budget']}
        {...(onDecided && { onDecided })}
      />
      <hr className="border-line" />
      <About of={data} />
    </InboxRequestDetailSection>
  )
}

/** The site on which a subscription's card number may be entered, as large as the merchant, because the agent chooses both. */
const Site = ({ of: { expectedOrigin } }: { of: Subscription }) => (
  <p className="text-xl font-semibold tracking-tight wrap-anywhere">
    {expectedOrigin === undefined ? (
      <span className="text-warn">No site was given for the card number</span>
    ) : (
      <>
        Card number on <UntrustedText text={expectedOrigin} />
      </>
    )}
  </p>
)

/** The link to the subscription that ends when the requested one is approved. */
const Replaced = ({ id }: { id: string }) => (
  <Link to={`/subscriptions/${id}`} className="underline underline-offset-2">
    The subscription that it replaces
  </Link>
)

const About = ({
  of: { id, merchant, until, replaces, agentId, customerId, cardId, approvalReasons, createdAt, expiresAt },
}: {
  of: Subscription
}) => (
  <DetailList
    of={[
      ['Merchant', <UntrustedText key="at" text={merchant} />],
      ...(until === undefined ? [] : [['Until', <ExactTime key="until" at={until} />] as const]),
      ...(replaces === undefined ? [] : [['Replaces', <Replaced key="replaced" id={replaces} />] as const]),
      ['Agent', <AgentName key="agent" id={agentId} link={agentId !== null} />],
      ['Customer', <CustomerName key="customer" id={customerId} link />],
      ['Card', <CardName key="card" id={cardId} link />],
      ...(approvalReasons === undefined
        ? []
        : [
            [
              'Why approval is needed',
              <ApprovalRules key="why" reasons={approvalReasons} of={{ customerId, agentId, cardId }} />,
            ] as const,
          ]),
      ['Requested', <ExactTime key="asked" at={createdAt} />],
      ...(expiresAt === undefined ? [] : [['Expires', <ExactTime key="expires" at={expiresAt} />] as const]),
      [
        'Subscription',
        <Link key="id" to={`/subscriptions/${id}`} className="underline underline-offset-2">
          Its page
        </Link>,
      ],
    ]}
  />
)
