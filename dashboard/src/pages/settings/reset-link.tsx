import { useMutation } from '@tanstack/react-query'
import type { Person } from '@purser/client'
import { purser } from '../../api/client.ts'
import { confirmed } from '../../api/passkeys.ts'
import { useSelf } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { ExactTime } from '../../ui/time.tsx'

/** For somebody who has lost their password: a link to hand over, shown this once. */
export function ResetLink({ person }: { person: Person }) {
  const self = useSelf()
  const make = useMutation({ mutationFn: () => confirmed((proof) => purser.passwordResets.create(person.id, proof)) })
  if (person.role === 'owner' && self.personRole !== 'owner') return null
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-2">
      <FormError error={make.error} />
      {make.data ? (
        <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-1 rounded-lg bg-good-wash px-4 py-3">
          <p>
            Hand this link to {person.name} yourself. It is shown only now, works once, and ends{' '}
            <ExactTime at={make.data.expiresAt} />. Whoever opens it chooses the password.
          </p>
          <Copyable text={`${location.origin}/reset#${make.data.secret}`} label="Copy the link" />
        </div>
      ) : (
        <div>
          <Button busy={make.isPending} onClick={() => make.mutate()}>
            Make a link for a new password
          </Button>
        </div>
      )}
    </div>
  )
}
