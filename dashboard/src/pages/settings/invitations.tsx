import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invitation } from '@purser/client'
import { purser } from '../../api/client.ts'
import { listPagesQuery } from '../../api/pages.ts'
import { ActorName } from '../../ui/actor-name.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { ApiListTable } from '../../ui/api-list-table.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useToast } from '../../ui/toast.tsx'
import { InvitationForm } from './invite.tsx'

const query = listPagesQuery(['invitations'], (cursor) =>
  purser.invitations.list({ ...(cursor !== undefined && { cursor }) }),
)

const whom = ({ email }: Pick<Invitation, 'email'>) => email ?? 'anyone with the link'

/** The invitations of the account. */
export function Invitations() {
  const [revoked, setRevoked] = useState<Invitation | null>(null)
  const columns: TableColumn<Invitation>[] = [
    { name: 'Invitee', cell: (invitation) => <For invitation={invitation} /> },
    { name: 'Role', cell: ({ role }) => role, wideOnly: true },
    { name: 'Status', cell: (invitation) => <InvitationStatus invitation={invitation} />, wideOnly: true },
    { name: 'Created by', cell: (invitation) => <MadeBy invitation={invitation} />, wideOnly: true },
    {
      name: 'Expires',
      cell: ({ status, expiresAt }) => (status === 'pending' ? <RelativeTime at={expiresAt} /> : '—'),
      wideOnly: true,
    },
    {
      name: 'Revoke',
      right: true,
      cell: (invitation) =>
        invitation.status === 'pending' && (
          <Button size="small" onClick={() => setRevoked(invitation)} aria-label={`Revoke ${whom(invitation)}`}>
            Revoke
          </Button>
        ),
    },
  ]
  return (
    <>
      <InvitationForm />
      <PageSection title="Invitations" flush>
        <ApiListTable
          query={query}
          caption="Invitations"
          columns={columns}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title="There are no open invitations.">
              Enter an email address above. You get a link to send.
            </EmptyState>
          }
        />
        {revoked && <Revoke invitation={revoked} onClose={() => setRevoked(null)} />}
      </PageSection>
    </>
  )
}

const For = ({ invitation }: { invitation: Invitation }) => (
  <span className="grid">
    <span className="wrap-anywhere">{whom(invitation)}</span>
    <span className="flex items-center gap-2 pt-1 text-sm text-quiet @xl:hidden">
      {invitation.role} <InvitationStatus invitation={invitation} />
    </span>
  </span>
)

/** The status of an invitation, and who accepted it. */
const InvitationStatus = ({ invitation: { status, acceptedBy } }: { invitation: Invitation }) => (
  <span className="flex flex-wrap items-center gap-x-2">
    <StatusBadge of={status} />
    {acceptedBy !== undefined && (
      <span className="text-sm text-quiet">
        by <ActorName id={acceptedBy} />
      </span>
    )}
  </span>
)

const made = { start: 'a start of Purser', command: 'a command on its machine', request: '—' } as const

const MadeBy = ({ invitation: { madeBy, createdBy } }: { invitation: Invitation }) =>
  createdBy === undefined ? made[madeBy] : <ActorName id={createdBy} />

function Revoke({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const client = useQueryClient()
  const say = useToast()
  const revoke = useMutation({
    mutationFn: () => purser.invitations.revoke(invitation.id),
    onSuccess: async () => {
      onClose()
      say.done('The invitation is revoked.')
      await client.invalidateQueries({ queryKey: ['invitations'] })
    },
  })
  return (
    <Dialog
      title="Revoke this invitation?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" busy={revoke.isPending} onClick={() => revoke.mutate()}>
            Revoke
          </Button>
        </>
      }
    >
      <FormError error={revoke.error} />
      <p>Its link no longer works. You can invite {whom(invitation)} again.</p>
    </Dialog>
  )
}
