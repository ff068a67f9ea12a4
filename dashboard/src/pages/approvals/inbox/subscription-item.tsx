import type { Subscription } from '@purser/client'
import { formatMoney } from '../../../lib/format.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { DotSeparatedText, InboxRowExpiryTime, InboxRow } from './inbox-row.tsx'
import type { InboxRowLinkProps } from './row-link.tsx'

/** A subscription in the inbox: the agent, the merchant, the most of a period, the purpose and the time left. */
export function SubscriptionItem({ subscription, ...row }: InboxRowLinkProps & { subscription: Subscription }) {
  const { id, agentName, customerName, cardLabel, merchant, maxAmount, currency, interval, status } = subscription
  return (
    <InboxRow
      {...row}
      id={id}
      who={agentName ?? customerName}
      what={
        <span className="whitespace-nowrap">
          {formatMoney(maxAmount, currency)} a {interval}
        </span>
      }
      title={subscription.purpose}
      status={status}
      isWaiting={status === 'pending_approval'}
      askedAt={subscription.createdAt}
      decidedAt={subscription.approvedAt ?? subscription.rejectedAt}
      decidedBy={subscription.approvedBy ?? subscription.rejectedBy}
      end={subscription.expiresAt !== undefined && <InboxRowExpiryTime at={subscription.expiresAt} />}
    >
      <span className="line-clamp-2 text-sm wrap-anywhere text-quiet">
        Subscription · <UntrustedText text={merchant} />
        <DotSeparatedText text={cardLabel} />
      </span>
    </InboxRow>
  )
}
