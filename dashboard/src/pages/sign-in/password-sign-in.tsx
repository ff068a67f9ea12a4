import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { purser } from '../../api/client.ts'
import { useOpenAfterSignIn } from '../../api/sign-in/open-after-sign-in.ts'
import { canUsePasskeys, isPasskeyDialogDismissed, signInByPasskey } from '../../api/sign-in/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { SignInError } from './sign-in-error.tsx'

/** The form to sign in by password or passkey. */
export function PasswordSignIn({ next }: { next: string | null }) {
  const enter = useOpenAfterSignIn()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const byPassword = useMutation({
    mutationFn: async () => {
      await purser.sessions.create({ email: email.trim(), password })
      await enter(next)
    },
    onError: () => setPassword(''),
  })
  const byPasskey = useMutation({
    mutationFn: async () => {
      await signInByPasskey()
      await enter(next)
    },
  })
  const passkeyError = isPasskeyDialogDismissed(byPasskey.error) ? null : byPasskey.error
  return (
    <>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          byPassword.mutate()
        }}
      >
        <SignInError error={byPassword.error ?? passkeyError} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextInput
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button look="primary" type="submit" busy={byPassword.isPending}>
          Sign in
        </Button>
      </form>
      {canUsePasskeys() && (
        <Button busy={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
          Sign in with a passkey
        </Button>
      )}
      <p className="text-sm text-quiet">
        <Link to="/forgot">Forgot it?</Link>
      </p>
    </>
  )
}
