import { Navigate, useParams } from 'react-router'
import { useHasRole } from '../../api/sign-in/session.ts'
import { PageLayout } from '../../ui/page-layout.tsx'
import { LoadingLines } from '../../ui/states.tsx'
import { PageTabs } from '../../ui/tabs.tsx'
import { ApiKeyList } from './keys.tsx'
import { ApiReference } from './reference.tsx'
import { WebhookList } from './webhooks.tsx'
import { loadComponentLater } from '../../app/load-component-later.tsx'

const Events = loadComponentLater(async () => (await import('./events.tsx')).EventList, <LoadingLines />)

const tabs: Readonly<Record<string, { readonly label: string; readonly Part: React.ComponentType }>> = {
  keys: { label: 'Keys', Part: ApiKeyList },
  webhooks: { label: 'Webhooks', Part: WebhookList },
  events: { label: 'Events', Part: Events },
  reference: { label: 'Reference', Part: ApiReference },
}

/** The page for programmers: keys, webhooks, events, and links to the documentation. */
export default function Developers() {
  const { part } = useParams()
  const first = useHasRole('admin') ? 'keys' : 'webhooks'
  const shown = part === undefined ? undefined : tabs[part]
  if (shown === undefined) return <Navigate replace to={`/developers/${first}`} />
  return (
    <PageLayout title="Developers">
      <PageTabs
        label="Developers"
        tabs={Object.entries(tabs).map(([name, { label }]) => ({ to: `/developers/${name}`, label }))}
      />
      <shown.Part />
    </PageLayout>
  )
}
