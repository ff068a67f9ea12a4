import type { Delivery, EventType, ListDeliveriesQuery, Webhook } from '@purser/client'
import { useMay } from '../../api/sign-in/session.ts'
import { useFilters } from '../../lib/use-filters.ts'
import { Badge, Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Section } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { eventTypes } from './event-types.ts'
import { ReplayFailed } from './replay.tsx'
import { RetryDeliveryButton } from './retry.tsx'
import { deliveriesQuery, hasFailed } from './webhook-queries.ts'

const statuses = ['pending', 'succeeded', 'failed', 'canceled'] as const

/** Deliveries to a webhook, newest first. The filters are in the URL. */
export function Deliveries({ of: webhook }: { of: Webhook }) {
  const { filters, set, clear, isFiltered } = useFilters(['status', 'eventType'])
  const mayRetry = useMay('admin')
  const asked = {
    ...(filters.status && { status: filters.status as NonNullable<ListDeliveriesQuery['status']> }),
    ...(filters.eventType && { eventType: filters.eventType as EventType }),
  }
  return (
    <Section
      title="Deliveries"
      flush
      action={
        <div className="flex flex-wrap gap-2">
          {mayRetry && webhook.status === 'active' && <ReplayFailed of={webhook} />}
          <Select
            label="Status"
            hideLabel
            value={filters.status ?? ''}
            onChange={(event) => set('status', event.target.value)}
          >
            <option value="">Every status</option>
            {statuses.map((status) => (
              <option key={status}>{status}</option>
            ))}
          </Select>
          <Select
            label="Event"
            hideLabel
            value={filters.eventType ?? ''}
            onChange={(event) => set('eventType', event.target.value)}
          >
            <option value="">Every event</option>
            {eventTypes.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </Select>
        </div>
      }
    >
      <Listing
        query={deliveriesQuery(webhook.id, asked)}
        caption="Deliveries"
        columns={mayRetry ? [...columns, retryColumn] : columns}
        rowKey={({ id }) => id}
        href={({ id }) => `/developers/webhooks/${webhook.id}/deliveries/${id}`}
        empty={
          isFiltered ? (
            <Empty title="No delivery matches.">
              <Button size="small" onClick={clear}>
                Show all
              </Button>
            </Empty>
          ) : (
            <Empty title="There are no deliveries yet.">Send a test, or wait for the first event of its types.</Empty>
          )
        }
      />
    </Section>
  )
}

/** An event's type, which may break behind its dot: the longest types are wider than half a phone's screen. */
function EventName({ of: type }: { of: string }) {
  const [noun, ...verb] = type.split('.')
  return (
    <code>
      {noun}.
      <wbr />
      {verb.join('.')}
    </code>
  )
}

const columns: Column<Delivery>[] = [
  {
    name: 'Event',
    cell: ({ eventType, createdAt }) => (
      <span className="grid">
        <EventName of={eventType} />
        <span className="text-sm font-normal text-quiet @xl:hidden">
          <Time at={createdAt} />
        </span>
      </span>
    ),
  },
  { name: 'Outcome', cell: (delivery) => <DeliveryOutcome of={delivery} /> },
  { name: 'Attempts', right: true, wideOnly: true, cell: ({ attemptCount }) => attemptCount },
  { name: 'Created', right: true, wideOnly: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
]

const retryColumn: Column<Delivery> = {
  name: 'Actions',
  right: true,
  wideOnly: true,
  cell: (delivery) => <RetryDeliveryButton of={delivery} size="small" />,
}

export const DeliveryOutcome = ({ of: delivery }: { of: Delivery }) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
    {hasFailed(delivery) && delivery.status === 'pending' ? (
      <Badge tone="bad">failed so far</Badge>
    ) : (
      <Status of={delivery.status} />
    )}
    {delivery.nextAttemptAt !== null && delivery.attemptCount > 0 && (
      <span className="text-sm text-quiet">
        again <Time at={delivery.nextAttemptAt} />
      </span>
    )}
  </span>
)
