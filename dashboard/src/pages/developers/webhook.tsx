import { useQuery } from '@tanstack/react-query'
import type { Webhook } from '@purser/client'
import { useParams } from 'react-router'
import { useHasRole } from '../../api/sign-in/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { DetailList, PageLayout, PageSection } from '../../ui/page-layout.tsx'
import { FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { WebhookDeliveries } from './deliveries.tsx'
import { WebhookHealthBars } from './health.tsx'
import { WebhookHealthChart } from './health-chart.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { webhookQuery } from './webhook-queries.ts'

export const WEBHOOK_BREADCRUMBS = [
  { label: 'Developers', to: '/developers' },
  { label: 'Webhooks', to: '/developers/webhooks' },
] as const

/** The page of a webhook: its state, its event types and its deliveries. */
export default function WebhookPage() {
  const { webhookId = '' } = useParams()
  const { data: webhook, error, refetch } = useQuery(webhookQuery(webhookId))
  const mayChange = useHasRole('admin')
  if (webhook === undefined) {
    return (
      <PageLayout title="Webhook" crumbs={WEBHOOK_BREADCRUMBS}>
        {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <LoadingLines />}
      </PageLayout>
    )
  }
  return (
    <PageLayout
      title={new URL(webhook.url).host}
      crumbs={WEBHOOK_BREADCRUMBS}
      actions={mayChange && <WebhookActions of={webhook} />}
    >
      <PageSection>
        <DetailList
          of={[
            ['Health', <WebhookHealthBars key="health" of={webhook} />],
            [mayChange ? 'URL' : 'Origin', <Copyable key="url" text={webhook.url} />],
            ...(webhook.description ? ([['Description', webhook.description]] as const) : []),
            ['Events', <Subscriptions key="events" of={webhook.events} />],
            ['Id', <Copyable key="id" text={webhook.id} />],
            ['Changed', <RelativeTime key="changed" at={webhook.updatedAt} />],
          ]}
        />
      </PageSection>
      <WebhookHealthChart of={webhook} />
      <WebhookDeliveries of={webhook} />
    </PageLayout>
  )
}

function Subscriptions({ of }: { of: Webhook['events'] }) {
  if (!of.includes('*')) {
    return (
      <span className="flex flex-wrap gap-1.5">
        {of.map((type) => (
          <Badge key={type}>{type}</Badge>
        ))}
      </span>
    )
  }
  return of.includes('audit.recorded')
    ? 'all, and those that are added later, and entries of the audit trail'
    : 'all but entries of the audit trail, and those that are added later'
}
