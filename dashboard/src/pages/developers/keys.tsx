import type { ApiKey, ApiKeyWithSecret } from '@purser/client'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { purser } from '../../api/client.ts'
import { listPagesQuery } from '../../api/pages.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { ApiListTable } from '../../ui/api-list-table.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import { NewKey } from './new-key.tsx'
import { KeyAllowedAddresses, isApiKeyEnded, ApiKeyLastUse, QuietText, ApiKeyRole, ApiKeyState } from './key-facts.tsx'
import { RevokeKey, RotateKey } from './key-dialogs.tsx'
import { OneTimeSecret } from '../../ui/one-time-secret.tsx'

type Act = { readonly kind: 'make' } | { readonly kind: 'rotate' | 'revoke'; readonly key: ApiKey }

const keysQuery = listPagesQuery(['api-keys'], (cursor) =>
  purser.apiKeys.list({ limit: 50, ...(cursor && { cursor }) }),
)

/** The API keys of the account. A key's secret is shown when it is created, and never again. */
export function ApiKeyList() {
  const [act, setAct] = useState<Act | null>(null)
  const [made, setMade] = useState<ApiKeyWithSecret | null>(null)
  const now = useNow()
  const columns = useMemo(() => columnsAt(now, setAct), [now])
  const close = () => setAct(null)
  const show = (key: ApiKeyWithSecret) => {
    close()
    setMade(key)
  }
  if (!useHasRole('admin')) {
    return (
      <PageSection>
        <EmptyState title="Keys are for admins.">
          Ask one of them for a key with the role that your program needs.
        </EmptyState>
      </PageSection>
    )
  }
  return (
    <PageSection
      title="API keys"
      flush
      action={
        <Button look="primary" size="small" onClick={() => setAct({ kind: 'make' })}>
          New key
        </Button>
      }
    >
      <ApiListTable
        query={keysQuery}
        caption="API keys"
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="There is no key yet.">
            Programs call the API with a key. Make one with the role that the program needs.
          </EmptyState>
        }
      />
      {act?.kind === 'make' && <NewKey onMade={show} onClose={close} />}
      {act?.kind === 'rotate' && <RotateKey of={act.key} onRotated={show} onClose={close} />}
      {act?.kind === 'revoke' && <RevokeKey of={act.key} onClose={close} />}
      {made && (
        <OneTimeSecret
          title={`The secret of ${made.name}`}
          secret={made.secret}
          hint="Keep it where your program's secrets are."
          command={`curl ${location.origin}/v1/self -H "Authorization: Bearer $PURSER_API_KEY"`}
          onClose={() => setMade(null)}
        />
      )}
    </PageSection>
  )
}

const columnsAt = (now: number, onAct: (act: Act) => void): TableColumn<ApiKey>[] => [
  {
    name: 'Name',
    cell: (key) => (
      <div className="grid min-w-36 gap-1">
        <Link to={`/developers/keys/${key.id}`} className="font-medium wrap-anywhere hover:underline">
          {key.name}
        </Link>
        <code className="text-xs wrap-anywhere text-quiet">{key.id}</code>
        <div className="grid gap-1.5 @xl:hidden">
          <ApiKeyRole of={key} />
          <span className="text-sm">
            <QuietText>last used:</QuietText> <ApiKeyLastUse of={key} />
          </span>
          {!isApiKeyEnded(key, now) && <Acts of={key} onAct={onAct} />}
        </div>
      </div>
    ),
  },
  { name: 'Role', wideOnly: true, cell: (key) => <ApiKeyRole of={key} /> },
  { name: 'Last used', wideOnly: true, cell: (key) => <ApiKeyLastUse of={key} /> },
  { name: 'State', cell: (key) => <ApiKeyState of={key} now={now} /> },
  { name: 'From', roomyOnly: true, cell: ({ allowedAddresses }) => <KeyAllowedAddresses of={allowedAddresses} /> },
  {
    name: 'Actions',
    right: true,
    wideOnly: true,
    cell: (key) => !isApiKeyEnded(key, now) && <Acts of={key} onAct={onAct} />,
  },
]

const Acts = ({ of: key, onAct }: { of: ApiKey; onAct: (act: Act) => void }) => (
  <div className="flex flex-wrap gap-1 @xl:justify-end">
    <Button size="small" onClick={() => onAct({ kind: 'rotate', key })}>
      Rotate<span className="sr-only"> {key.name}</span>
    </Button>
    <Button size="small" look="ghost" onClick={() => onAct({ kind: 'revoke', key })}>
      Revoke<span className="sr-only"> {key.name}</span>
    </Button>
  </div>
)
