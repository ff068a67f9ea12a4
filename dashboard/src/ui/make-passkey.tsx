import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorAt } from '../api/errors.ts'
import { createPasskey, isDismissed } from '../api/passkeys.ts'
import { browserName } from '../lib/browser-name.ts'
import { Button } from './button.tsx'
import { Input } from './field.tsx'
import { FormError } from './form-error.tsx'

interface MakePasskeyProps {
  /** No passkey of the person confirms yet: this takes their password. */
  isFirst: boolean
  onMade: () => void
}

/** Makes a passkey, named after the browser that it is made in. An older one confirms it. */
export function MakePasskey({ isFirst, onMade }: MakePasskeyProps) {
  const [password, setPassword] = useState('')
  const make = useMutation({
    mutationFn: () => createPasskey(browserName(navigator.userAgent), isFirst ? password : undefined),
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
        <Input
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
          hint="It signs you in at once, and confirms nothing for a while, unless an owner agrees to it."
          value={password}
          error={errorAt(make.error, 'password')}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      <Button type="submit" busy={make.isPending}>
        Add a passkey
      </Button>
      {!isDismissed(make.error) && <FormError error={make.error} fields={['password']} />}
    </form>
  )
}
