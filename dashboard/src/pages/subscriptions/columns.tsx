import type { Subscription } from '@purser/client'
import { StatusBadge } from '../../ui/badge.tsx'
import { Money } from '../../ui/money.tsx'
import { CardName } from '../../ui/named.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import { RelativeTime } from '../../ui/time.tsx'

/** The time of a subscription's next purchase: now, or from a day on. */
export const NextPurchaseTime = ({ of: { next, period } }: { of: Subscription }) => {
  if (next === undefined) return <span className="text-quiet">nothing</span>
  return next.from === period?.startsAt ? 'now' : <RelativeTime at={next.from} />
}

export const subscriptionColumns: readonly TableColumn<Subscription>[] = [
  {
    name: 'Merchant',
    cell: (subscription) => (
      <>
        <span className="line-clamp-2 max-w-96 wrap-anywhere @xl:min-w-40">
          <UntrustedText text={subscription.merchant} />
        </span>
        <span className="line-clamp-1 max-w-72 text-sm font-normal text-quiet">
          <UntrustedText text={subscription.purpose} />
        </span>
        <span className="flex flex-wrap items-center gap-x-2 pt-0.5 text-sm font-normal text-quiet @xl:hidden">
          <StatusBadge of={subscription.status} /> Next: <NextPurchaseTime of={subscription} />
        </span>
      </>
    ),
  },
  { name: 'Status', wideOnly: true, cell: ({ status }) => <StatusBadge of={status} /> },
  {
    name: 'Agent and card',
    roomyOnly: true,
    cell: ({ agentName, cardLabel, cardId }) => (
      <>
        <span className="block max-w-36 truncate @4xl:max-w-56">
          <UntrustedText text={agentName ?? 'No agent'} />
        </span>
        <span className="block max-w-36 truncate @4xl:max-w-56 text-sm text-quiet">
          {cardLabel === undefined ? <CardName id={cardId} /> : <UntrustedText text={cardLabel} />}
        </span>
      </>
    ),
  },
  { name: 'Next', wideOnly: true, cell: (subscription) => <NextPurchaseTime of={subscription} /> },
  {
    name: 'At most',
    right: true,
    cell: ({ maxAmount, currency, interval }) => (
      <>
        <Money cents={maxAmount} currency={currency} /> <span className="block text-sm text-quiet">a {interval}</span>
      </>
    ),
  },
]
