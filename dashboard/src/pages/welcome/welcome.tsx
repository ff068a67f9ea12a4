import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type InvitationState, PurserError } from '@purser/client'
import { purser } from '../../api/client.ts'
import { SignInFrame } from '../../app/sign-in-frame.tsx'
import { LoadingLines } from '../../ui/states.tsx'
import { SignInError } from '../sign-in/sign-in-error.tsx'
import { AcceptInvitationForm } from './accept-invitation-form.tsx'
import { EndedInvitation, InvalidInvitation } from './no-invitation.tsx'

/** The page to accept an invitation. The secret is behind `#` in the address, because browsers send that part to no server. */
export default function Welcome() {
  const [secret] = useState(() => location.hash.slice(1))
  const { invitation, error } = useInvitation(secret)
  if (secret === '') return <InvalidInvitation />
  if (error instanceof PurserError && error.code === 'invitation_not_found') return <InvalidInvitation why={error} />
  if (invitation?.status === 'pending') return <AcceptInvitationForm secret={secret} invitation={invitation} />
  if (invitation !== undefined) return <EndedInvitation of={invitation} />
  return (
    <SignInFrame title="Welcome to Purser">
      {error ? <SignInError error={error} /> : <LoadingLines lines={3} />}
    </SignInFrame>
  )
}

/** The invitation as it was when the page was opened: accepting it ends it, and the form has to stay. */
function useInvitation(secret: string) {
  const first = useRef<InvitationState>(undefined)
  const { data, error } = useQuery({
    queryKey: ['invitation', secret],
    queryFn: ({ signal }) => purser.invitations.read({ secret }, { signal }),
    enabled: secret !== '' && first.current === undefined,
    gcTime: 0,
  })
  first.current ??= data
  return { invitation: first.current, error }
}
