import type { InvitationState, PurserError } from '@purser/client'
import type { ReactNode } from 'react'
import { SignInFrame } from '../../app/sign-in-frame.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ExactTime } from '../../ui/time.tsx'

/** The page for a link without a valid invitation. `why`: the service's refusal. Undefined: the link had no secret at all. */
export const InvalidInvitation = ({ why }: { why?: PurserError | undefined }) => (
  <Closed
    title="No invitation"
    lead={
      why === undefined
        ? 'There is no such invitation. Check that the whole link was opened.'
        : [why.message, why.hint].join(' ')
    }
  />
)

const words = {
  accepted: ['This invitation was used', 'It was used on'],
  revoked: ['This invitation was revoked', 'It was revoked on'],
  expired: ['This invitation has expired', 'It ended on'],
} as const

/** The page for an invitation that was valid and is no longer: accepted, revoked or expired. */
export function EndedInvitation({ of: { status, firstOwner = false, endedAt, expiresAt } }: { of: InvitationState }) {
  if (status === 'pending') return null
  const [title, since] = words[status]
  return (
    <Closed
      title={title}
      lead={
        <>
          {since} <ExactTime at={endedAt ?? expiresAt} />.{' '}
          {firstOwner && status === 'revoked'
            ? 'Somebody became an owner then, or Purser was started again and printed another link.'
            : 'An invitation works once.'}
        </>
      }
    />
  )
}

const Closed = ({ title, lead }: { title: string; lead: ReactNode }) => (
  <SignInFrame title={title} lead={lead}>
    <p>
      Ask the sender for another one. On the server, <code>purser people invite</code> makes one.
    </p>
    <div>
      <ButtonLink to="/sign-in">Go to the sign-in</ButtonLink>
    </div>
  </SignInFrame>
)
