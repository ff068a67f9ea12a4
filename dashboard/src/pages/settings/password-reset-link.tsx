import { useMutation } from '@tanstack/react-query'
import type { Person } from '@purser/client'
import { purser } from '../../api/client.ts'
import { confirmedByPasskey } from '../../api/sign-in/passkeys.ts'
import { useSignedInPerson } from '../../api/sign-in/session.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { OneTimeSecret } from '../../ui/one-time-secret.tsx'
import { ExactTime } from '../../ui/time.tsx'

/** The dialog that creates a link for a person who has lost the password. The link is shown once, to be handed over. */
export function PasswordResetLink({ person }: { person: Person }) {
  const self = useSignedInPerson()
  const make = useMutation({
    mutationFn: () => confirmedByPasskey((proof) => purser.passwordResets.create(person.id, proof)),
  })
  if (person.role === 'owner' && self.personRole !== 'owner') return null
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-2">
      <FormError error={make.error} />
      <div>
        <Button busy={make.isPending} onClick={() => make.mutate()}>
          Create a password link
        </Button>
      </div>
      {make.data && (
        <OneTimeSecret
          title="A link for a new password"
          secret={`${location.origin}/reset#${make.data.secret}`}
          label="the link"
          hint={
            <>
              Send it to {person.name} yourself. It works once, and ends <ExactTime at={make.data.expiresAt} />. Anyone
              who opens it can choose the password.
            </>
          }
          onClose={() => make.reset()}
        />
      )}
    </div>
  )
}
