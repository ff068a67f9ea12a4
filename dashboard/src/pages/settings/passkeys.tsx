import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Passkey } from '@purser/client'
import { purser } from '../../api/client.ts'
import { listPagesQuery } from '../../api/pages.ts'
import { canUsePasskeys } from '../../api/sign-in/passkeys.ts'
import { useSignedInPerson } from '../../api/sign-in/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ApiListTable } from '../../ui/api-list-table.tsx'
import { MakePasskey } from '../../ui/passkeys/make-passkey.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useToast } from '../../ui/toast.tsx'
import { DeletePasskey } from './delete-passkey.tsx'
import { RenamePasskey } from './rename-passkey.tsx'

const query = listPagesQuery(['passkeys'], (cursor) =>
  purser.passkeys.list({ ...(cursor !== undefined && { cursor }) }),
)
/** The query of whether the person lacks a passkey that can confirm something. */
const isFirstQuery = {
  queryKey: ['passkeys', 'first'],
  queryFn: async () => {
    const { data } = await purser.passkeys.list({ limit: 100 })
    return data.every(({ status }) => status === 'waiting')
  },
}

/** The signed-in person's passkeys. */
export function Passkeys() {
  const client = useQueryClient()
  const say = useToast()
  const [asked, setAsked] = useState<{ passkey: Passkey; act: 'rename' | 'delete' } | null>(null)
  const { data: isFirst } = useQuery(isFirstQuery)
  const { signsInBy } = useSignedInPerson()
  const onMade = () => {
    say.done('The passkey is saved.')
    void client.invalidateQueries({ queryKey: ['passkeys'] })
  }
  const columns: TableColumn<Passkey>[] = [
    { name: 'Passkey', cell: (passkey) => <Name of={passkey} /> },
    { name: 'Domain', cell: ({ host }) => <code>{host}</code>, wideOnly: true },
    { name: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : <RelativeTime at={lastUsedAt} />) },
    {
      name: 'Change',
      right: true,
      cell: (passkey) => (
        <span className="flex flex-wrap justify-end gap-2">
          {(['rename', 'delete'] as const).map((act) => (
            <Button
              key={act}
              size="small"
              onClick={() => setAsked({ passkey, act })}
              aria-label={`${labels[act]} ${passkey.name}`}
            >
              {labels[act]}
            </Button>
          ))}
        </span>
      ),
    },
  ]
  const onClose = () => setAsked(null)
  return (
    <PageSection title="Passkeys" flush>
      <ApiListTable
        query={query}
        caption="Your passkeys"
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="You have no passkey yet.">
            {signsInBy === 'provider'
              ? 'You can use a passkey to confirm approvals of large amounts.'
              : 'You can use a passkey to sign in, and to confirm approvals of large amounts.'}
          </EmptyState>
        }
      />
      <div className="grid justify-items-start gap-2 border-t border-line px-5 py-3">
        {canUsePasskeys() ? (
          isFirst !== undefined && <MakePasskey isFirst={isFirst} onMade={onMade} />
        ) : (
          <p className="text-quiet">
            Passkeys belong to a name: open this page by <code>https://</code> and a name, or by <code>localhost</code>.
          </p>
        )}
      </div>
      {asked?.act === 'delete' && (
        <DeletePasskey passkey={asked.passkey} isFirst={isFirst === true} onClose={onClose} />
      )}
      {asked?.act === 'rename' && (
        <RenamePasskey passkey={asked.passkey} isFirst={isFirst === true} onClose={onClose} />
      )}
    </PageSection>
  )
}

const labels = { rename: 'Rename', delete: 'Delete' } as const

const Name = ({ of: { name, waitsUntil } }: { of: Passkey }) => (
  <span className="grid justify-items-start gap-1 wrap-anywhere">
    {name}
    {waitsUntil !== undefined && (
      <span className="flex flex-wrap items-center gap-2 text-sm text-quiet">
        <Badge tone="warn">waits</Badge> It cannot confirm anything until <RelativeTime at={waitsUntil} />, or an owner
        agrees.
      </span>
    )}
  </span>
)
