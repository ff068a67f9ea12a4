import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { PurserError } from '@purser/client'
import { purser } from '../../api/client.ts'
import { confirmSession } from '../../api/enter.ts'
import { errorAt } from '../../api/errors.ts'
import { canUsePasskeys, type NewPasskey, passkeyForInvitation } from '../../api/passkeys.ts'
import { Doorway } from '../../app/doorway.tsx'
import { browserName } from '../../lib/browser-name.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Input } from '../../ui/field.tsx'
import { EntryError } from '../sign-in/entry-error.tsx'
import { Welcomed } from './welcomed.tsx'

const FIELDS = ['name', 'email', 'password']

/** Where an invitation is accepted. Its secret stands after `#`: browsers send that part to nobody. */
export default function Welcome() {
  const [secret] = useState(() => location.hash.slice(1))
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const made = useRef<NewPasskey>(undefined)
  const accept = useMutation({
    mutationFn: async (wantsPasskey: boolean) => {
      // One that was made already goes along with the next try: the authenticator has it.
      const passkey = wantsPasskey ? (made.current ??= await passkeyForInvitation(secret, thisBrowser())) : undefined
      const who = { name: name.trim(), password, ...(email && { email: email.trim() }) }
      await purser.invitations.accept({ secret, ...who, ...(passkey && { passkey }) })
      // Used up: it has no business in the history.
      history.replaceState(history.state, '', location.pathname)
      await confirmSession(client)
      return passkey !== undefined
    },
    onError: (error) => {
      if (error instanceof PurserError && error.code === 'passkey_refused') made.current = undefined
    },
  })
  const { error } = accept
  if (accept.isSuccess) return <Welcomed name={name} hasPasskey={accept.data} />
  if (secret === '' || isOver(error)) return <NoInvitation />
  const offersPasskey = canUsePasskeys()
  const asksEmail = email !== '' || (error instanceof PurserError && error.param === 'email')
  return (
    <Doorway title="Welcome to Purser" lead="You were invited. Enter your name and choose a password.">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const { submitter } = event.nativeEvent
          accept.mutate(submitter?.getAttribute('name') === 'passkey')
        }}
      >
        <EntryError error={asksEmail && isMissingEmail(error) ? null : error} fields={FIELDS} />
        <Input
          label="Your name"
          autoComplete="name"
          required
          autoFocus
          maxLength={200}
          value={name}
          error={errorAt(error, 'name')}
          onChange={(event) => setName(event.target.value)}
        />
        {asksEmail && (
          <Input
            label="Email"
            type="email"
            autoComplete="username"
            required
            autoFocus
            hint="You sign in with it."
            value={email}
            error={isMissingEmail(error) ? undefined : errorAt(error, 'email')}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
        <Input
          label="Password"
          type="password"
          autoComplete="new-password"
          required
          minLength={12}
          hint="At least 12 characters. Several unrelated words make a good password."
          value={password}
          error={errorAt(error, 'password')}
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
    </Doorway>
  )
}

const thisBrowser = () => browserName(navigator.userAgent)

const isOver = (error: unknown) => error instanceof PurserError && error.code === 'invitation_not_found'

/** The invitation of a first owner names no address: that it is asked for is no fault. */
const isMissingEmail = (error: unknown) =>
  error instanceof PurserError && error.param === 'email' && error.message.includes('missing')

const NoInvitation = () => (
  <Doorway
    title="No invitation"
    lead="There is no such invitation, or it was used, was revoked or has expired. An invitation works once."
  >
    <p>
      Ask the sender for another one. On the server, <code>purser people invite</code> makes one.
    </p>
    <div>
      <ButtonLink to="/sign-in">Go to the sign-in</ButtonLink>
    </div>
  </Doorway>
)
