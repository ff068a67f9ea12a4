import type { Subscription } from '@purser/client'
import { formatMoney } from '../../lib/format.ts'
import { Status } from '../../ui/badge.tsx'
import { OthersText } from '../../ui/others-text.tsx'
import { Time } from '../../ui/time.tsx'
import { RowLink, type RowProps } from './row-link.tsx'

/** Who asks for purchases that come again: where, up to how much, for what, until when. */
export function SubscriptionItem({ subscription, ...row }: RowProps & { subscription: Subscription }) {
  const { id, agentName, customerName, cardLabel, merchant, maxAmount, currency, interval, purpose } = subscription
  return (
    <RowLink id={id} {...row}>
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate font-semibold">
          <OthersText text={agentName ?? customerName ?? 'A card'} />
        </span>
        <span className="font-semibold whitespace-nowrap">
          {formatMoney(maxAmount, currency)} a {interval}
        </span>
      </span>
      <span className="line-clamp-2 wrap-anywhere">
        <OthersText text={purpose} />
      </span>
      <span className="line-clamp-2 text-sm wrap-anywhere text-quiet">
        Subscription · <OthersText text={merchant} />
        {cardLabel !== undefined && (
          <>
            {' · '}
            <OthersText text={cardLabel} />
          </>
        )}
      </span>
      <span className="flex items-center justify-between gap-3 text-sm text-quiet">
        {subscription.status === 'pending_approval' ? (
          <>
            <span>
              Asked <Time at={subscription.createdAt} />
            </span>
            {subscription.expiresAt !== undefined && (
              <span>
                Expires <Time at={subscription.expiresAt} />
              </span>
            )}
          </>
        ) : (
          <>
            <Time at={subscription.approvedAt ?? subscription.rejectedAt ?? subscription.createdAt} />
            <Status of={subscription.status === 'rejected' ? 'declined' : subscription.status} />
          </>
        )}
      </span>
    </RowLink>
  )
}
