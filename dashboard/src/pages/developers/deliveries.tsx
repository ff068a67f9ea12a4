import type { Delivery, EventType, ListDeliveriesQuery, Webhook } from '@purser/client'
import { useHasRole } from '../../api/sign-in/session.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { Badge, StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { ApiListTable } from '../../ui/api-list-table.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { eventTypes } from './event-types.ts'
import { ReplayFailedDeliveries } from './replay.tsx'
import { RetryDeliveryButton } from './retry.tsx'
import { deliveriesQuery, hasDeliveryFailed } from './webhook-queries.ts'

const statuses = ['pending', 'succeeded', 'failed', 'canceled'] as const

/** Deliveries to a webhook, newest first. The filters are in the URL. */
export function WebhookDeliveries({ of: webhook }: { of: Webhook }) {
  const { filters, set, clear, isFiltered } = useListFilters(['status', 'eventType'])
  const mayRetry = useHasRole('admin')
  const asked = {
    ...(filters.status && { status: filters.status as NonNullable<ListDeliveriesQuery['status']> }),
    ...(filters.eventType && { eventType: filters.eventType as EventType }),
  }
  return (
    <PageSection
      title="Deliveries"
      flush
      action={
        <div className="flex flex-wrap gap-2">
          {mayRetry && webhook.status === 'active' && <ReplayFailedDeliveries of={webhook} />}
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
      <ApiListTable
        query={deliveriesQuery(webhook.id, asked)}
        caption="Deliveries"
        columns={mayRetry ? [...columns, retryColumn] : columns}
        rowKey={({ id }) => id}
        href={({ id }) => `/developers/webhooks/${webhook.id}/deliveries/${id}`}
        empty={
          isFiltered ? (
            <EmptyState title="No delivery matches.">
              <Button size="small" onClick={clear}>
                Show all
              </Button>
            </EmptyState>
          ) : (
            <EmptyState title="There are no deliveries yet.">
              Send a test, or wait for the first event of its types.
            </EmptyState>
          )
        }
      />
    </PageSection>
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

const columns: TableColumn<Delivery>[] = [
  {
    name: 'Event',
    cell: ({ eventType, createdAt }) => (
      <span className="grid">
        <EventName of={eventType} />
        <span className="text-sm font-normal text-quiet @xl:hidden">
          <RelativeTime at={createdAt} />
        </span>
      </span>
    ),
  },
  { name: 'Outcome', cell: (delivery) => <DeliveryOutcome of={delivery} /> },
  { name: 'Attempts', right: true, wideOnly: true, cell: ({ attemptCount }) => attemptCount },
  { name: 'Created', right: true, wideOnly: true, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
]

const retryColumn: TableColumn<Delivery> = {
  name: 'Actions',
  right: true,
  wideOnly: true,
  cell: (delivery) => <RetryDeliveryButton of={delivery} size="small" />,
}

export const DeliveryOutcome = ({ of: delivery }: { of: Delivery }) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
    {hasDeliveryFailed(delivery) && delivery.status === 'pending' ? (
      <Badge tone="bad">failed so far</Badge>
    ) : (
      <StatusBadge of={delivery.status} />
    )}
    {delivery.nextAttemptAt !== null && delivery.attemptCount > 0 && (
      <span className="text-sm text-quiet">
        again <RelativeTime at={delivery.nextAttemptAt} />
      </span>
    )}
  </span>
)
