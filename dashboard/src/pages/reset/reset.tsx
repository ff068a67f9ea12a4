import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { PurserError } from '@purser/client'
import { purser } from '../../api/client.ts'
import { useOpenAfterSignIn } from '../../api/sign-in/open-after-sign-in.ts'
import { apiErrorAtFormField } from '../../api/errors.ts'
import { canUsePasskeys, type PasskeySignature } from '../../api/sign-in/passkeys.ts'
import { SignInFrame } from '../../app/sign-in-frame.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { KeepPasskeyAtPasswordReset } from './keep-passkey.tsx'
import { SignInError } from '../sign-in/sign-in-error.tsx'

/** The page to choose a new password. The link's secret is behind `#`: browsers send that part to nobody. */
export default function ResetPassword() {
  const [secret] = useState(() => location.hash.slice(1))
  const enter = useOpenAfterSignIn()
  const [password, setPassword] = useState('')
  const [kept, setKept] = useState<readonly PasskeySignature[]>([])
  const reset = useMutation({
    mutationFn: async () => {
      await purser.passwordResets.use({ secret, password, ...(kept.length > 0 && { keep: [...kept] }) })
      await enter('/')
    },
    onError: (error) => {
      if (error instanceof PurserError && error.code === 'passkey_refused') setKept([])
    },
  })
  const { error } = reset
  if (secret === '' || (error instanceof PurserError && error.code === 'password_reset_not_found')) return <NoLink />
  return (
    <SignInFrame title="A new password" lead="It ends your sessions everywhere and signs you in here.">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          reset.mutate()
        }}
      >
        <SignInError error={error} fields={['password']} />
        <TextInput
          label="New password"
          type="password"
          autoComplete="new-password"
          required
          autoFocus
          minLength={12}
          hint="At least 12 characters. Several unrelated words make a good password."
          value={password}
          error={apiErrorAtFormField(error, 'password')}
          onChange={(event) => setPassword(event.target.value)}
        />
        {canUsePasskeys() && <KeepPasskeyAtPasswordReset secret={secret} kept={kept} onKept={setKept} />}
        <Button look="primary" type="submit" busy={reset.isPending}>
          Set the password
        </Button>
      </form>
    </SignInFrame>
  )
}

const NoLink = () => (
  <SignInFrame title="No such link" lead="There is no such link for a new password, or it was used or has expired.">
    <div className="flex flex-wrap gap-2">
      <ButtonLink to="/forgot">Ask for another one</ButtonLink>
      <ButtonLink to="/sign-in">Go to the sign-in</ButtonLink>
    </div>
  </SignInFrame>
)
