import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
import { apiErrorAtFormField } from '../../api/errors.ts'
import { confirmedByPasskey, isPasskeyDialogDismissed } from '../../api/sign-in/passkeys.ts'
import { goToSignInProvider, signInWaysQuery } from '../../api/sign-in/provider.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PageSection } from '../../ui/page-layout.tsx'

/** Moves the sign-in of a person with a password to the company's provider. */
export function ConnectSignInProvider() {
  const { data: ways } = useQuery(signInWaysQuery)
  const [password, setPassword] = useState('')
  const connect = useMutation({
    mutationFn: async () => {
      const own = password === '' ? {} : { password }
      const { url } = await confirmedByPasskey((proof) => purser.self.connectProvider({ ...own, ...proof }))
      goToSignInProvider(url, { purpose: 'connect', next: '/settings?tab=you' })
    },
    onError: () => setPassword(''),
  })
  if (ways?.provider === undefined) return null
  const { name } = ways.provider
  return (
    <PageSection title={`Sign in with ${name}`}>
      <form
        className="grid max-w-sm justify-items-start gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          connect.mutate()
        }}
      >
        <p className="text-quiet">
          From then on you sign in there, your groups there decide your role, and your password here is deleted.
        </p>
        {!isPasskeyDialogDismissed(connect.error) && <FormError error={connect.error} fields={['password']} />}
        <TextInput
          label="Your password here"
          type="password"
          autoComplete="current-password"
          hint="Where you have a passkey that confirms, leave it empty: the passkey confirms it."
          value={password}
          error={apiErrorAtFormField(connect.error, 'password')}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" busy={connect.isPending}>
          Connect
        </Button>
      </form>
    </PageSection>
  )
}
