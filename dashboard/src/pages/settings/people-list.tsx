import { useState } from 'react'
import type { Person } from '@purser/client'
import { listPagesQuery } from '../../api/pages.ts'
import { purser } from '../../api/client.ts'
import { useHasRole, useSignedInPerson } from '../../api/sign-in/session.ts'
import { Badge, StatusBadge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ApiListTable } from '../../ui/api-list-table.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { EditPerson } from './edit-person.tsx'

const query = listPagesQuery(['people'], (cursor) => purser.people.list({ ...(cursor !== undefined && { cursor }) }))

/** The people of the account, with their roles. */
export function PeopleList() {
  const self = useSignedInPerson()
  const isAdmin = useHasRole('admin')
  const [edited, setEdited] = useState<Person | null>(null)
  const mayEdit = (person: Person) => isAdmin && (person.role !== 'owner' || self.personRole === 'owner')
  const columns: TableColumn<Person>[] = [
    { name: 'Name', cell: (person) => <Who person={person} isSelf={person.id === self.id} /> },
    { name: 'Role', cell: ({ role }) => role, wideOnly: true },
    { name: 'Status', cell: ({ status }) => <StatusBadge of={status} />, wideOnly: true },
    { name: 'Joined', cell: ({ createdAt }) => <RelativeTime at={createdAt} />, wideOnly: true },
    {
      name: 'Change',
      right: true,
      cell: (person) =>
        mayEdit(person) ? (
          <Button size="small" onClick={() => setEdited(person)} aria-label={`Change ${person.name}`}>
            Change
          </Button>
        ) : (
          <span className="text-sm text-quiet">{isAdmin ? 'by owners' : 'by admins'}</span>
        ),
    },
  ]
  return (
    <PageSection
      title="People"
      flush
      action={
        isAdmin && (
          <ButtonLink size="small" to="?tab=invitations">
            Invite somebody
          </ButtonLink>
        )
      }
    >
      <ApiListTable
        query={query}
        caption="People who can sign in"
        columns={columns}
        rowKey={({ id }) => id}
        empty={<EmptyState title="Nobody has joined yet." />}
      />
      {edited && <EditPerson person={edited} onClose={() => setEdited(null)} />}
    </PageSection>
  )
}

const Who = ({ person: { name, email, role, status }, isSelf }: { person: Person; isSelf: boolean }) => (
  <span className="grid">
    <span className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
      {name}
      {isSelf && <Badge tone="accent">you</Badge>}
    </span>
    <span className="text-sm wrap-anywhere text-quiet">{email}</span>
    <span className="flex items-center gap-2 pt-1 text-sm @xl:hidden">
      {role} <StatusBadge of={status} />
    </span>
  </span>
)
