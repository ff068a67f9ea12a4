import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Passkey, Person } from '@purser/client'
import { purser } from '../../api/client.ts'
import { confirmedByPasskey } from '../../api/sign-in/passkeys.ts'
import { useSignedInPerson } from '../../api/sign-in/session.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { RelativeTime } from '../../ui/time.tsx'

/** A person's first passkeys, which cannot confirm anything yet. An owner who knows that the person created them can agree to them. */
export function WaitingPasskeys({ person }: { person: Person }) {
  const isOwner = useSignedInPerson().personRole === 'owner'
  const client = useQueryClient()
  const query = {
    queryKey: ['passkeys', 'of', person.id],
    queryFn: () => purser.passkeys.list({ personId: person.id, limit: 100 }),
  }
  const { data } = useQuery({ ...query, enabled: isOwner })
  const agree = useMutation({
    mutationFn: ({ id }: Passkey) => confirmedByPasskey((proof) => purser.people.confirmPasskey(person.id, id, proof)),
    onSuccess: () => client.invalidateQueries({ queryKey: query.queryKey }),
  })
  const waiting = data?.data.filter(({ status }) => status === 'waiting') ?? []
  if (waiting.length === 0) return agree.isSuccess ? <p role="status">The passkey confirms from now on.</p> : null
  return (
    <div className="grid gap-2 rounded-lg bg-warn-wash px-4 py-3">
      <FormError error={agree.error} />
      {waiting.map((passkey) => (
        <div key={passkey.id} className="flex flex-wrap items-center justify-between gap-2">
          <p>
            {person.name} has added the passkey {passkey.name}. It cannot confirm anything until{' '}
            {passkey.waitsUntil !== undefined && <RelativeTime at={passkey.waitsUntil} />}. Ask them whether it was
            them.
          </p>
          <Button size="small" busy={agree.isPending} onClick={() => agree.mutate(passkey)}>
            Agree to {passkey.name}
          </Button>
        </div>
      ))}
    </div>
  )
}
