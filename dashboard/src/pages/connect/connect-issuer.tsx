import type { IssuerConnection } from '@purser/client'
import { useQuery } from '@tanstack/react-query'
import { purser } from '../../api/client.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { issuerSettingHints, issuerSettingLines } from '../../lib/issuer-settings.ts'
import { Badge } from '../../ui/badge.tsx'
import { CodeBlock } from '../../ui/code.tsx'
import { PageLayout, PageSection } from '../../ui/page-layout.tsx'
import { EmptyState, FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { issuerTitle } from '../../../../src/issuers/names.ts'
import { issuerSheets } from '../../../../src/issuers/sheets.ts'

/** The reload interval of an issuer's state: no event reports an issuer's first request. */
const LOOK_MS = 5_000

const connectionsQuery = {
  queryKey: ['account', 'issuers'],
  queryFn: ({ signal }: { signal: AbortSignal }) => purser.account.issuers({ signal }),
  refetchInterval: LOOK_MS,
}

/**
 * The page that connects an issuer: for each issuer beside Purser, the settings of the operator, the values to enter at the issuer, and
 * whether the issuer has sent a request.
 */
export default function ConnectIssuer() {
  return (
    <PageLayout title="Connect an issuer" crumbs={[{ label: 'Cards', to: '/cards' }]}>
      {useHasRole('admin') ? (
        <Connections />
      ) : (
        <PageSection>
          <EmptyState title="Issuers are connected by admins.">Ask one of them which issuer has your cards.</EmptyState>
        </PageSection>
      )}
    </PageLayout>
  )
}

function Connections() {
  const { data, error, refetch } = useQuery(connectionsQuery)
  if (data === undefined)
    return error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <LoadingLines />
  if (data.data.length === 0)
    return (
      <PageSection>
        <EmptyState title="Purser issues the cards of this account.">
          Other issuers are connected with the first account of the installation alone.
        </EmptyState>
      </PageSection>
    )
  return (
    <>
      <p className="max-w-prose text-quiet">
        The operator of Purser sets this in the environment of every node, and starts the nodes again. The issuer has to
        reach them by https.
      </p>
      {data.data.map((connection) => (
        <Connection key={connection.name} of={connection} />
      ))}
    </>
  )
}

function Connection({ of }: { of: IssuerConnection }) {
  const { name, isLive, settings } = of
  const [title, { endpoints }] = [issuerTitle(name), issuerSheets[name]]
  const hints = issuerSettingHints(name)
  return (
    <PageSection title={title} action={<State of={of} />}>
      <div className="grid gap-6">
        <div className="grid gap-3">
          <h3 className="font-medium">URLs for {title}</h3>
          <Endpoint of={of.authorizations} label="the URL for authorizations" what={endpoints.authorizations.setUp} />
          <Endpoint of={of.events} label="the URL for events" what={endpoints.events.setUp} />
          {of.challenges && endpoints.challenges && (
            <Endpoint of={of.challenges} label="the URL for challenges" what={endpoints.challenges.setUp} />
          )}
        </div>
        <div className="grid gap-3">
          <h3 className="font-medium">Settings of Purser</h3>
          <ul className="grid gap-3">
            {settings.map((setting) => (
              <li key={setting.name} className="grid gap-1">
                <span className="flex flex-wrap items-center gap-2">
                  <code className="wrap-anywhere">{setting.name}</code>
                  <Badge tone={setting.isSet ? 'good' : 'neutral'}>{setting.isSet ? 'set' : 'not set'}</Badge>
                </span>
                <span className="text-sm wrap-anywhere text-quiet">{hints.get(setting.name)}</span>
              </li>
            ))}
          </ul>
          <CodeBlock label={`the settings of ${title}`} text={issuerSettingLines(name).join('\n')} />
          {isLive && <p className="text-warn">The key is for real money: purchases with its cards are real.</p>}
        </div>
      </div>
    </PageSection>
  )
}

/**
 * The state of an issuer's connection. It is connected when the issuer asks for decisions; to create cards there, Purser also needs an API
 * key. The secret for challenges is optional.
 */
function State({ of: { name: issuer, settings, authorizations } }: { of: IssuerConnection }) {
  const { key, endpoints } = issuerSheets[issuer]
  const set = new Set(settings.flatMap(({ name, isSet }) => (isSet ? [name] : [])))
  const secrets = [endpoints.authorizations.secret, endpoints.events.secret]
  if (!secrets.every(({ variable }) => set.has(variable))) return <Badge>not connected</Badge>
  if (authorizations.lastRequestAt === undefined) return <Badge tone="warn">waits for its first request</Badge>
  return <Badge tone="good">{set.has(key.variable) ? 'connected' : 'connected, without its key'}</Badge>
}

interface EndpointProps {
  of: IssuerConnection['events']
  label: string
  what: string
}

const Endpoint = ({ of: { path, lastRequestAt }, label, what }: EndpointProps) => (
  <div className="grid gap-1">
    <p className="wrap-anywhere">{what}</p>
    <CodeBlock label={label} text={`${location.origin}${path}`} />
    <p className="text-sm text-quiet">
      {lastRequestAt ? (
        <>
          Last request: <RelativeTime at={lastRequestAt} />
        </>
      ) : (
        'No signed request has come yet.'
      )}
    </p>
  </div>
)
