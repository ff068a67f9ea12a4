import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InvitationWithSecret } from '@purser/client'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
import { apiErrorAtFormField } from '../../api/errors.ts'
import { confirmedByPasskey } from '../../api/sign-in/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { TextInput } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { ExactTime } from '../../ui/time.tsx'
import { RoleSelect } from './role-select.tsx'
import type { PersonRole } from './roles.ts'

/** The query key of the newest invitation link. Only this page's memory has the link, and a change of tab does not lose it. */
const lastMade = ['new-invitation'] as const

/** The form that creates an invitation, and its link, which is shown until the page is reloaded. */
export function InvitationForm() {
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<PersonRole>('viewer')
  const invite = useMutation({
    mutationFn: () => confirmedByPasskey((proof) => purser.invitations.create({ email: email.trim(), role, ...proof })),
    onSuccess: async (made) => {
      client.setQueryData<InvitationWithSecret>(lastMade, made)
      setEmail('')
      await client.invalidateQueries({ queryKey: ['invitations'] })
    },
  })
  const { data: made } = useQuery<InvitationWithSecret | null>({
    queryKey: lastMade,
    queryFn: skipToken,
    gcTime: Infinity,
    staleTime: Infinity,
  })
  return (
    <PageSection title="Invite somebody">
      <form
        className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_14rem_auto]"
        onSubmit={(event) => {
          event.preventDefault()
          invite.mutate()
        }}
      >
        <TextInput
          label="Email"
          type="email"
          required
          value={email}
          error={apiErrorAtFormField(invite.error, 'email')}
          onChange={(event) => setEmail(event.target.value)}
        />
        <RoleSelect value={role} onChange={setRole} />
        <Button look="primary" type="submit" className="sm:mt-6" busy={invite.isPending}>
          Create link
        </Button>
      </form>
      <FormError error={invite.error} fields={['email']} />
      {made && (
        <div role="status" className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-1 rounded-lg bg-good-wash px-4 py-3">
          <p>
            {made.mailed ? 'A mail with this link goes to ' : 'Send this link to '}
            <strong className="font-semibold break-all">{made.email}</strong>. It is shown until you leave the
            dashboard, works once, and ends <ExactTime at={made.expiresAt} />.
          </p>
          <Copyable text={`${location.origin}/welcome#${made.secret}`} label="Copy the link" />
          <p>
            <Button size="small" onClick={() => client.setQueryData(lastMade, null)}>
              Hide the link
            </Button>
          </p>
        </div>
      )}
    </PageSection>
  )
}
