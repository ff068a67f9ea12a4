import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Passkey } from '@purser/client'
import { purser } from '../../api/client.ts'
import { pagesOf } from '../../api/pages.ts'
import { canUsePasskeys } from '../../api/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Listing } from '../../ui/listing.tsx'
import { MakePasskey } from '../../ui/make-passkey.tsx'
import { Section } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/toast.tsx'

const query = pagesOf(['passkeys'], (cursor) => purser.passkeys.list({ ...(cursor !== undefined && { cursor }) }))

/** One's own passkeys. */
export function Passkeys() {
  const client = useQueryClient()
  const say = useSay()
  const [deleted, setDeleted] = useState<Passkey | null>(null)
  const onMade = () => {
    say.done('The passkey is kept.')
    void client.invalidateQueries({ queryKey: ['passkeys'] })
  }
  const columns: Column<Passkey>[] = [
    { name: 'Passkey', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
    { name: 'For', cell: ({ host }) => <code>{host}</code>, wideOnly: true },
    { name: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : <Time at={lastUsedAt} />) },
    {
      name: 'Delete',
      right: true,
      cell: (passkey) => (
        <Button size="small" onClick={() => setDeleted(passkey)} aria-label={`Delete ${passkey.name}`}>
          Delete
        </Button>
      ),
    },
  ]
  return (
    <Section title="Passkeys" flush>
      <Listing
        query={query}
        caption="Your passkeys"
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <Empty title="You have no passkey yet.">
            With one you sign in by a touch or a look, and confirm approvals of large amounts.
          </Empty>
        }
      />
      <div className="grid justify-items-start gap-2 border-t border-line px-5 py-3">
        {canUsePasskeys() ? (
          <MakePasskey onMade={onMade} />
        ) : (
          <p className="text-quiet">
            Passkeys belong to a name: open this page by <code>https://</code> and a name, or by <code>localhost</code>.
          </p>
        )}
      </div>
      {deleted && <Delete passkey={deleted} onClose={() => setDeleted(null)} />}
    </Section>
  )
}

function Delete({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => purser.passkeys.delete(passkey.id),
    onSuccess: async () => {
      onClose()
      await client.invalidateQueries({ queryKey: ['passkeys'] })
    },
  })
  return (
    <Dialog
      title={`Delete ${passkey.name}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        </>
      }
    >
      <FormError error={remove.error} />
      <p>It signs you in no more. What you confirmed with it can still be checked.</p>
    </Dialog>
  )
}
