import { useQuery } from '@tanstack/react-query'
import type { Webhook } from '@purser/client'
import { useParams } from 'react-router'
import { useMay } from '../../api/sign-in/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { FactList, Page, Section } from '../../ui/page.tsx'
import { Failure, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { Deliveries } from './deliveries.tsx'
import { WebhookHealthBars } from './health.tsx'
import { HealthChart } from './health-chart.tsx'
import { WebhookActs } from './webhook-acts.tsx'
import { webhookQuery } from './webhook-queries.ts'

export const WEBHOOKS = [
  { label: 'Developers', to: '/developers' },
  { label: 'Webhooks', to: '/developers/webhooks' },
] as const

/** The page of a webhook: its state, its event types and its deliveries. */
export default function WebhookPage() {
  const { webhookId = '' } = useParams()
  const { data: webhook, error, refetch } = useQuery(webhookQuery(webhookId))
  const mayChange = useMay('admin')
  if (webhook === undefined) {
    return (
      <Page title="Webhook" crumbs={WEBHOOKS}>
        {error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />}
      </Page>
    )
  }
  return (
    <Page title={new URL(webhook.url).host} crumbs={WEBHOOKS} actions={mayChange && <WebhookActs of={webhook} />}>
      <Section>
        <FactList
          of={[
            ['Health', <WebhookHealthBars key="health" of={webhook} />],
            [mayChange ? 'URL' : 'Origin', <Copyable key="url" text={webhook.url} />],
            ...(webhook.description ? ([['Description', webhook.description]] as const) : []),
            ['Events', <Subscriptions key="events" of={webhook.events} />],
            ['Id', <Copyable key="id" text={webhook.id} />],
            ['Changed', <Time key="changed" at={webhook.updatedAt} />],
          ]}
        />
      </Section>
      <HealthChart of={webhook} />
      <Deliveries of={webhook} />
    </Page>
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
