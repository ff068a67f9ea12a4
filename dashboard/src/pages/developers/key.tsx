import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { purser } from '../../api/client.ts'
import { useMay } from '../../api/sign-in/session.ts'
import { Copyable } from '../../ui/copy.tsx'
import { FactList, Page, Section } from '../../ui/page.tsx'
import { Empty, Failure, Loading } from '../../ui/states.tsx'
import { useNow } from '../../lib/use-now.ts'
import { ExactTime } from '../../ui/time.tsx'
import { KeyRequests } from './key-requests.tsx'
import { AllowedAddresses, LastUse, RoleOf, StateOf } from './key-facts.tsx'
import { SignsIn } from './web-client.tsx'

const KEYS = [
  { label: 'Developers', to: '/developers' },
  { label: 'Keys', to: '/developers/keys' },
] as const

/** The page of an API key: its rights and its recent requests. */
export default function KeyPage() {
  const { keyId = '' } = useParams()
  const mayRead = useMay('admin')
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
      <Page title="API key" crumbs={KEYS}>
        {!mayRead && <Empty title="Keys are for admins.">Ask one of them what a key has asked.</Empty>}
        {mayRead && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />)}
      </Page>
    )
  }
  return (
    <Page title={key.name} crumbs={KEYS}>
      <Section>
        <FactList
          of={[
            ['Role', <RoleOf key="role" of={key} />],
            ['State', <StateOf key="state" of={key} now={now} />],
            ['Last used', <LastUse key="used" of={key} />],
            ['From', <AllowedAddresses key="from" of={key.allowedAddresses} />],
            ...(key.mcpToken ? [['Web client', <SignsIn key="token" of={key.mcpToken} />] as const] : []),
            ['Created', <ExactTime key="created" at={key.createdAt} />],
            ['Id', <Copyable key="id" text={key.id} />],
          ]}
        />
      </Section>
      <KeyRequests keyId={key.id} />
    </Page>
  )
}
