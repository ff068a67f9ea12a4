import { useState } from 'react'
import type { Person } from '@purser/client'
import { pagesOf } from '../../api/pages.ts'
import { purser } from '../../api/client.ts'
import { useMay, useSelf } from '../../api/sign-in/session.ts'
import { Badge, Status } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Section } from '../../ui/page.tsx'
import type { Column } from '../../ui/table.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { EditPerson } from './edit-person.tsx'

const query = pagesOf(['people'], (cursor) => purser.people.list({ ...(cursor !== undefined && { cursor }) }))

/** The people of the account, with their roles. */
export function PeopleList() {
  const self = useSelf()
  const isAdmin = useMay('admin')
  const [edited, setEdited] = useState<Person | null>(null)
  const mayEdit = (person: Person) => isAdmin && (person.role !== 'owner' || self.personRole === 'owner')
  const columns: Column<Person>[] = [
    { name: 'Name', cell: (person) => <Who person={person} isSelf={person.id === self.id} /> },
    { name: 'Role', cell: ({ role }) => role, wideOnly: true },
    { name: 'Status', cell: ({ status }) => <Status of={status} />, wideOnly: true },
    { name: 'Joined', cell: ({ createdAt }) => <Time at={createdAt} />, wideOnly: true },
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
    <Section
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
      <Listing
        query={query}
        caption="People who can sign in"
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Empty title="Nobody has joined yet." />}
      />
      {edited && <EditPerson person={edited} onClose={() => setEdited(null)} />}
    </Section>
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
      {role} <Status of={status} />
    </span>
  </span>
)
