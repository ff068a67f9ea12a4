import { useQuery } from '@tanstack/react-query'
import type { Delivery, Webhook } from '@purser/client'
import { joinClassNames } from '../../lib/classes.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { hasDeliveryFailed, latestDeliveriesQuery } from './webhook-queries.ts'

interface State {
  readonly tone: BadgeTone
  readonly word: string
  readonly says: string
}

/** The state of a webhook: it fails if the last delivery that was attempted did not arrive. */
export function webhookState(webhook: Pick<Webhook, 'status'>, latest: readonly Delivery[]): State {
  const tried = latest.filter(({ status, attemptCount }) => status !== 'canceled' && attemptCount > 0)
  const failed = tried.filter(hasDeliveryFailed).length
  const says = failed === 0 ? `all of the last ${tried.length} arrived` : `${failed} of the last ${tried.length} failed`
  if (webhook.status === 'disabled') return { tone: 'neutral', word: 'disabled', says: 'gets no events' }
  const [last] = tried
  if (last === undefined) return { tone: 'neutral', word: 'active', says: 'no deliveries yet' }
  if (hasDeliveryFailed(last)) return { tone: 'bad', word: 'failing', says }
  return failed > 0 ? { tone: 'warn', word: 'recovering', says } : { tone: 'good', word: 'healthy', says }
}

/** A webhook's state in a word, and its latest deliveries as bars, the newest at the right. */
export function WebhookHealthBars({ of: webhook }: { of: Webhook }) {
  const { data } = useQuery(latestDeliveriesQuery(webhook.id))
  if (data === undefined) return <Skeleton className="h-6 w-40" />
  const { tone, word, says } = webhookState(webhook, data.data)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone={tone}>{word}</Badge>
      {data.data.length > 0 && <Bars of={data.data} />}
      <span className={joinClassNames('text-sm', tone === 'bad' ? 'text-bad' : 'text-quiet')}>{says}</span>
    </div>
  )
}

const STEP = 5

const Bars = ({ of }: { of: readonly Delivery[] }) => (
  <svg aria-hidden width={of.length * STEP} height="16">
    {of.map((delivery, index) => (
      <rect
        key={delivery.id}
        x={(of.length - 1 - index) * STEP}
        width={STEP - 2}
        rx="1"
        {...(hasDeliveryFailed(delivery)
          ? { y: 0, height: 16, className: 'fill-bad' }
          : { y: 6, height: 10, className: delivery.status === 'succeeded' ? 'fill-good' : 'fill-strong-line' })}
      />
    ))}
  </svg>
)
