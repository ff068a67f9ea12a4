import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { purser } from '../../api/client.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { Copyable } from '../../ui/copy.tsx'
import { DetailList, PageLayout, PageSection } from '../../ui/page-layout.tsx'
import { EmptyState, FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { useNow } from '../../lib/use-now.ts'
import { ExactTime } from '../../ui/time.tsx'
import { ApiKeyRequests } from './key-requests.tsx'
import { KeyAllowedAddresses, ApiKeyLastUse, ApiKeyRole, ApiKeyState } from './key-facts.tsx'
import { AccessTokenBinding } from './web-client.tsx'

const KEYS = [
  { label: 'Developers', to: '/developers' },
  { label: 'Keys', to: '/developers/keys' },
] as const

/** The page of an API key: its rights and its recent requests. */
export default function ApiKeyPage() {
  const { keyId = '' } = useParams()
  const mayRead = useHasRole('admin')
  const now = useNow()
  const {
    data: key,
    error,
    refetch,
  } = useQuery({
    queryKey: ['api-keys', keyId],
    queryFn: ({ signal }) => purser.apiKeys.get(keyId, { signal }),
    enabled: mayRead,
  })
  if (key === undefined) {
    return (
      <PageLayout title="API key" crumbs={KEYS}>
        {!mayRead && <EmptyState title="Keys are for admins.">Ask one of them what a key has asked.</EmptyState>}
        {mayRead && (error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <LoadingLines />)}
      </PageLayout>
    )
  }
  return (
    <PageLayout title={key.name} crumbs={KEYS}>
      <PageSection>
        <DetailList
          of={[
            ['Role', <ApiKeyRole key="role" of={key} />],
            ['State', <ApiKeyState key="state" of={key} now={now} />],
            ['Last used', <ApiKeyLastUse key="used" of={key} />],
            ['From', <KeyAllowedAddresses key="from" of={key.allowedAddresses} />],
            ...(key.mcpToken ? [['Web client', <AccessTokenBinding key="token" of={key.mcpToken} />] as const] : []),
            ['Created', <ExactTime key="created" at={key.createdAt} />],
            ['Id', <Copyable key="id" text={key.id} />],
          ]}
        />
      </PageSection>
      <ApiKeyRequests keyId={key.id} />
    </PageLayout>
  )
}
