import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Person } from '@purser/client'
import { purser } from '../../api/client.ts'
import { confirmedByPasskey } from '../../api/sign-in/passkeys.ts'
import { useSignedInPerson } from '../../api/sign-in/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useToast } from '../../ui/toast.tsx'
import { PasswordResetLink } from './password-reset-link.tsx'
import { RoleSelect } from './role-select.tsx'
import type { PersonRole } from './roles.ts'
import { SessionsOfPerson } from './sessions-of-person.tsx'
import { WaitingPasskeys } from './waiting-passkeys.tsx'

/** Changes a person's role, or disables the person. */
export function EditPerson({ person, onClose }: { person: Person; onClose: () => void }) {
  const self = useSignedInPerson()
  const client = useQueryClient()
  const say = useToast()
  const [role, setRole] = useState<PersonRole>(person.role)
  const [asks, setAsks] = useState(false)
  const isActive = person.status === 'active'
  const change = useMutation({
    mutationFn: (body: { role: PersonRole } | { status: Person['status'] }) =>
      confirmedByPasskey((proof) => purser.people.update(person.id, { ...body, ...proof })),
    onSuccess: async (saved) => {
      onClose()
      say.done(saved.status === 'active' ? `${saved.name} is ${saved.role} now.` : `${saved.name} is disabled.`)
      // All queries are reloaded, because the changed person may be the viewer, whose role decides which pages and actions are offered.
      await client.invalidateQueries()
    },
  })
  const status = (next: Person['status']) => change.mutate({ status: next })
  if (asks) {
    return (
      <Dialog
        title={`Disable ${person.name}?`}
        onClose={onClose}
        actions={
          <>
            <Button onClick={() => setAsks(false)}>Back</Button>
            <Button look="danger" busy={change.isPending} onClick={() => status('disabled')}>
              Disable
            </Button>
          </>
        }
      >
        <FormError error={change.error} />
        <p>
          {person.id === self.id ? 'You are signed out at once' : 'They are signed out everywhere at once'} and cannot
          sign in again. Their decisions stay in the records. You can undo this.
        </p>
      </Dialog>
    )
  }
  return (
    <Dialog
      title={person.name}
      onClose={onClose}
      actions={
        <>
          {isActive ? (
            <Button className="mr-auto" onClick={() => setAsks(true)}>
              Disable…
            </Button>
          ) : (
            <Button className="mr-auto" busy={change.isPending} onClick={() => status('active')}>
              Enable again
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={role === person.role}
            busy={change.isPending}
            onClick={() => change.mutate({ role })}
          >
            Save
          </Button>
        </>
      }
    >
      <FormError error={change.error} />
      <RoleSelect value={role} onChange={setRole} />
      {isActive && person.id !== self.id && <WaitingPasskeys person={person} />}
      {isActive && person.id !== self.id && <PasswordResetLink person={person} />}
      {isActive && person.id !== self.id && <SessionsOfPerson person={person} />}
    </Dialog>
  )
}
