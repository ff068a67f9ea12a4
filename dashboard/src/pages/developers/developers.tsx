import { Navigate, useParams } from 'react-router'
import { useMay } from '../../api/sign-in/session.ts'
import { Page } from '../../ui/page.tsx'
import { Loading } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Keys } from './keys.tsx'
import { Reference } from './reference.tsx'
import { Webhooks } from './webhooks.tsx'
import { loadLater } from '../../app/load-later.tsx'

const Events = loadLater(async () => (await import('./events.tsx')).Events, <Loading />)

const tabs: Readonly<Record<string, { readonly label: string; readonly Part: React.ComponentType }>> = {
  keys: { label: 'Keys', Part: Keys },
  webhooks: { label: 'Webhooks', Part: Webhooks },
  events: { label: 'Events', Part: Events },
  reference: { label: 'Reference', Part: Reference },
}

/** The page for programmers: keys, webhooks, events, and links to the documentation. */
export default function Developers() {
  const { part } = useParams()
  const first = useMay('admin') ? 'keys' : 'webhooks'
  const shown = part === undefined ? undefined : tabs[part]
  if (shown === undefined) return <Navigate replace to={`/developers/${first}`} />
  return (
    <Page title="Developers">
      <Tabs
        label="Developers"
        tabs={Object.entries(tabs).map(([name, { label }]) => ({ to: `/developers/${name}`, label }))}
      />
      <shown.Part />
    </Page>
  )
}
