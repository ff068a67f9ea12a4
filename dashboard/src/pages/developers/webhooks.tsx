import type { Webhook, WebhookWithSecret } from '@purser/client'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { useHasRole } from '../../api/sign-in/session.ts'
import { Button } from '../../ui/button.tsx'
import { ApiListTable } from '../../ui/api-list-table.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import { WebhookHealthBars } from './health.tsx'
import { OneTimeSecret } from '../../ui/one-time-secret.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { webhooksQuery } from './webhook-queries.ts'

export const WEBHOOK_SECRET_HINT = 'The receiver uses it to verify that a delivery comes from Purser.'

const columns: TableColumn<Webhook>[] = [
  {
    name: 'Receiver',
    cell: ({ url, description }) => (
      <span className="grid max-w-md min-w-36">
        <span className="truncate" title={url}>
          {url}
        </span>
        {description && <span className="truncate text-sm font-normal text-quiet">{description}</span>}
      </span>
    ),
  },
  { name: 'Health', cell: (webhook) => <WebhookHealthBars of={webhook} /> },
  { name: 'Events', right: true, wideOnly: true, cell: ({ events }) => <EventCount of={events} /> },
]

const EventCount = ({ of }: { of: readonly string[] }) => (
  <span title={of.join(', ')}>{of.includes('*') ? 'all' : of.length}</span>
)

/** The webhooks of the account, and whether their deliveries arrive. */
export function WebhookList() {
  const mayChange = useHasRole('admin')
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<WebhookWithSecret | null>(null)
  const [isKept, setKept] = useState(false)
  const make = mayChange && (
    <Button look="primary" size="small" onClick={() => setMaking(true)}>
      New webhook
    </Button>
  )
  return (
    <PageSection title="Webhooks" flush action={make}>
      <ApiListTable
        query={webhooksQuery}
        caption="Webhooks"
        columns={columns}
        rowKey={({ id }) => id}
        href={({ id }) => `/developers/webhooks/${id}`}
        empty={
          <EmptyState title="There is no webhook yet.">
            A webhook gets each event as a signed POST as soon as it is committed. Failed deliveries are repeated.
          </EmptyState>
        }
      />
      {isMaking && (
        <WebhookForm
          onClose={() => setMaking(false)}
          onDone={(webhook) => {
            setMaking(false)
            if ('secret' in webhook) setMade(webhook)
          }}
        />
      )}
      {made && isKept && <Navigate to={`/developers/webhooks/${made.id}`} />}
      {made && !isKept && (
        <OneTimeSecret
          title="The secret of the webhook"
          secret={made.secret}
          hint={WEBHOOK_SECRET_HINT}
          onClose={() => setKept(true)}
        />
      )}
    </PageSection>
  )
}
