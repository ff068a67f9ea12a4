import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { type InvitationState, PurserError } from '@purser/client'
import { purser } from '../../api/client.ts'
import { confirmSessionAfterSignIn } from '../../api/sign-in/open-after-sign-in.ts'
import { apiErrorAtFormField } from '../../api/errors.ts'
import { canUsePasskeys, type NewPasskey, passkeyForInvitation } from '../../api/sign-in/passkeys.ts'
import { SignInFrame } from '../../app/sign-in-frame.tsx'
import { browserName } from '../../lib/browser-name.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { SignInError } from '../sign-in/sign-in-error.tsx'
import { InvalidInvitation } from './no-invitation.tsx'

const FIELDS = ['name', 'email', 'password']

/** The form to accept an invitation: name, mail address, password and, if the person wants one, a passkey. */
export function AcceptInvitationForm({ secret, invitation }: { secret: string; invitation: InvitationState }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState(invitation.email ?? '')
  const [password, setPassword] = useState('')
  const isInvited = invitation.email !== undefined
  const accept = useAccept(secret, { name: name.trim(), password, ...(!isInvited && { email: email.trim() }) })
  const { error } = accept
  if (accept.isSuccess) return <Welcomed name={name} hasPasskey={accept.data} />
  // Another person has accepted the invitation first, with the same link.
  if (error instanceof PurserError && error.code === 'invitation_not_found') return <InvalidInvitation why={error} />
  const offersPasskey = canUsePasskeys()
  return (
    <SignInFrame title="Welcome to Purser" lead={leadOf(invitation)}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const { submitter } = event.nativeEvent
          accept.mutate(submitter?.getAttribute('name') === 'passkey')
        }}
      >
        <SignInError error={error} fields={FIELDS} />
        <TextInput
          label="Your name"
          autoComplete="name"
          required
          autoFocus
          maxLength={200}
          value={name}
          error={apiErrorAtFormField(error, 'name')}
          onChange={(event) => setName(event.target.value)}
        />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          readOnly={isInvited}
          className={isInvited ? 'border-line bg-raised text-quiet' : undefined}
          hint={isInvited ? 'The invitation is for this address. You sign in with it.' : 'You sign in with it.'}
          value={email}
          error={apiErrorAtFormField(error, 'email')}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextInput
          label="Password"
          type="password"
          autoComplete="new-password"
          required
          minLength={12}
          hint="At least 12 characters. Several unrelated words make a good password."
          value={password}
          error={apiErrorAtFormField(error, 'password')}
          onChange={(event) => setPassword(event.target.value)}
        />
        {offersPasskey && (
          <>
            <p className="text-quiet">
              You can use a passkey to sign in and to confirm large amounts. A passkey that you add later in the
              settings cannot confirm anything for a while.
            </p>
            <Button look="primary" type="submit" name="passkey" busy={accept.isPending}>
              Join with a passkey
            </Button>
          </>
        )}
        <Button look={offersPasskey ? 'secondary' : 'primary'} type="submit" busy={accept.isPending}>
          Join
        </Button>
      </form>
    </SignInFrame>
  )
}

/**
 * The text above the form. The first owner has no inviter, because they installed Purser; a further owner sees the names of the existing
 * ones.
 */
function leadOf({ role, firstOwner = false, owners = [] }: InvitationState): ReactNode {
  if (firstOwner) return `This link makes you the first ${role}.`
  if (owners.length === 0) return `You were invited as ${role}.`
  return (
    <>
      This link makes you a further owner beside <UntrustedText text={namesOf(owners)} />.
    </>
  )
}

const namesOf = ([first = '', ...more]: readonly string[]): string =>
  more.length > 1 ? `${first} and ${more.length} others` : [first, ...more].join(' and ')

/** Accepts the invitation, with a new passkey if one is wanted. Resolves to whether it was accepted. */
function useAccept(secret: string, who: { name: string; password: string; email?: string }) {
  const client = useQueryClient()
  const made = useRef<NewPasskey>(undefined)
  return useMutation({
    mutationFn: async (wantsPasskey: boolean) => {
      // The passkey of an earlier try is sent again, because the authenticator has already stored it.
      const passkey = wantsPasskey ? (made.current ??= await passkeyForInvitation(secret, thisBrowser())) : undefined
      await purser.invitations.accept({ secret, ...who, ...(passkey && { passkey }) })
      // The invitation is used up, so its secret is removed from the browser's history.
      history.replaceState(history.state, '', location.pathname)
      await confirmSessionAfterSignIn(client)
      return passkey !== undefined
    },
    onError: (error) => {
      if (error instanceof PurserError && error.code === 'passkey_refused') made.current = undefined
    },
  })
}

const thisBrowser = () => browserName(navigator.userAgent)

/** The page after an accepted invitation: the person is signed in for the first time. */
const Welcomed = ({ name, hasPasskey }: { name: string; hasPasskey: boolean }) => (
  <SignInFrame title={`Hello, ${name}`} lead="You are signed in.">
    {hasPasskey && (
      <p role="status" className="rounded-lg bg-good-wash px-4 py-3 text-good">
        The passkey is saved.
      </p>
    )}
    <ButtonLink to="/" look="primary">
      Go to the overview
    </ButtonLink>
  </SignInFrame>
)
