import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createPasskey, isPasskeyDialogDismissed } from '../../api/sign-in/passkeys.ts'
import { withReauthentication } from '../../api/sign-in/provider.ts'
import { useSignedInPerson } from '../../api/sign-in/session.ts'
import { browserName } from '../../lib/browser-name.ts'
import { Button } from '../button.tsx'
import { FormError } from '../form-error.tsx'
import { ReauthenticationField, useNeedsProviderSignIn } from './reauthentication-field.tsx'

interface MakePasskeyProps {
  /** True if no passkey of the person can confirm yet, so that the password or the provider authenticates them. */
  isFirst: boolean
  onMade: () => void
}

/** The button that creates a passkey, with this browser's name as its name. An older passkey of the person confirms it. */
export function MakePasskey({ isFirst, onMade }: MakePasskeyProps) {
  const { signsInBy } = useSignedInPerson()
  const mustLeaveFirst = useNeedsProviderSignIn() && isFirst
  const [password, setPassword] = useState('')
  const make = useMutation({
    mutationFn: () => {
      const name = browserName(navigator.userAgent)
      return isFirst ? withReauthentication(password, (own) => createPasskey(name, own)) : createPasskey(name, {})
    },
    onSuccess: () => {
      setPassword('')
      onMade()
    },
  })
  return (
    <form
      className="grid max-w-sm justify-items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        make.mutate()
      }}
    >
      {isFirst && (
        <ReauthenticationField
          password={password}
          error={make.error}
          hint={`${signsInBy === 'provider' ? 'The passkey' : 'The passkey signs you in at once. It'} confirms nothing for a while, unless an owner agrees to it.`}
          onChange={setPassword}
        />
      )}
      {!mustLeaveFirst && (
        <Button type="submit" busy={make.isPending}>
          Add a passkey
        </Button>
      )}
      {!isPasskeyDialogDismissed(make.error) && <FormError error={make.error} fields={['password']} />}
    </form>
  )
}
