import { useQuery } from '@tanstack/react-query'
import type { Delivery, DeliveryAttempt } from '@purser/client'
import { useParams } from 'react-router'
import { purser } from '../../api/client.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { joinClassNames } from '../../lib/classes.ts'
import { formatCount, apiCodeAsWords } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { JsonBlock } from '../../ui/code.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { DetailList, PageLayout, PageSection } from '../../ui/page-layout.tsx'
import { EmptyState, FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { ExactTime, RelativeTime } from '../../ui/time.tsx'
import { DeliveryOutcome } from './deliveries.tsx'
import { RetryDeliveryButton } from './retry.tsx'
import { WEBHOOK_BREADCRUMBS } from './webhook.tsx'
import { deliveryQuery, webhookQuery } from './webhook-queries.ts'

/** A delivery: each attempt with the receiver's answer, and the body that was sent. */
export default function DeliveryPage() {
  const { webhookId = '', deliveryId = '' } = useParams()
  const { data: delivery, error, refetch } = useQuery(deliveryQuery(webhookId, deliveryId))
  const { data: webhook } = useQuery(webhookQuery(webhookId))
  const mayRetry = useHasRole('admin')
  const crumbs = [
    ...WEBHOOK_BREADCRUMBS,
    { label: webhook ? new URL(webhook.url).host : 'Webhook', to: `/developers/webhooks/${webhookId}` },
  ]
  if (delivery === undefined) {
    return (
      <PageLayout title="Delivery" crumbs={crumbs}>
        {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <LoadingLines />}
      </PageLayout>
    )
  }
  return (
    <PageLayout
      title={delivery.eventType}
      crumbs={crumbs}
      actions={mayRetry && <RetryDeliveryButton of={delivery} look="primary" />}
    >
      <PageSection>
        <DetailList
          of={[
            ['Outcome', <DeliveryOutcome key="outcome" of={delivery} />],
            ['Created', <ExactTime key="made" at={delivery.createdAt} />],
            ['Delivery', <Copyable key="id" text={delivery.id} />],
            ['Event', <Copyable key="event" text={delivery.eventId} />],
          ]}
        />
      </PageSection>
      <PageSection title="Attempts" flush>
        {delivery.attempts.length === 0 ? (
          <EmptyState title="It has not been sent yet." />
        ) : (
          <ol>
            {delivery.attempts.toReversed().map((attempt) => (
              <Attempt key={attempt.number} of={attempt} />
            ))}
          </ol>
        )}
      </PageSection>
      <Sent of={delivery} />
    </PageLayout>
  )
}

const arrived = ({ statusCode, error }: DeliveryAttempt): boolean =>
  error === null && statusCode !== null && statusCode >= 200 && statusCode < 300

const Attempt = ({ of: attempt }: { of: DeliveryAttempt }) => (
  <li className="grid gap-2 border-b border-line px-5 py-4 last:border-0">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="w-6 text-quiet tabular-nums">{attempt.number}</span>
      <Badge tone={arrived(attempt) ? 'good' : 'bad'}>{attempt.statusCode ?? 'no answer'}</Badge>
      {attempt.error && <span className="text-bad">{apiCodeAsWords(attempt.error)}</span>}
      {attempt.manual && <Badge>by hand</Badge>}
      <span className="text-sm text-quiet">
        <RelativeTime at={attempt.startedAt} /> · {formatCount(attempt.durationMs)} ms
      </span>
    </div>
    {attempt.responseSnippet ? (
      <pre
        tabIndex={0}
        role="group"
        aria-label={`The answer to attempt ${attempt.number}`}
        className={joinClassNames(
          'max-h-48 overflow-auto rounded-lg border-l-4 bg-raised px-4 py-2 wrap-anywhere whitespace-pre-wrap sm:ml-9',
          arrived(attempt) ? 'border-good' : 'border-bad',
        )}
      >
        {attempt.responseSnippet}
      </pre>
    ) : (
      attempt.statusCode !== null && <p className="text-sm text-quiet sm:ml-9">The answer had no body.</p>
    )}
  </li>
)

function Sent({ of: { eventId, eventType } }: { of: Delivery }) {
  const isAudit = eventType === 'audit.recorded'
  const { data, error } = useQuery<object>({
    queryKey: [isAudit ? 'audit' : 'events', eventId],
    queryFn: ({ signal }) =>
      isAudit ? purser.audit.get(eventId.replace(/^evt_/, 'aud_'), { signal }) : purser.events.get(eventId, { signal }),
    staleTime: Infinity,
  })
  const missing = isAudit
    ? 'The entry of the audit trail is no longer stored, or your role does not read the trail.'
    : 'The event is no longer stored.'
  return (
    <PageSection title="What is sent">
      {data && <JsonBlock of={data} label="The event" />}
      {!data && (error ? <p className="text-quiet">{missing}</p> : <LoadingLines lines={3} />)}
    </PageSection>
  )
}
