import { useMutation } from '@tanstack/react-query'
import { purser } from '../../api/client.ts'
import { apiErrorAtFormField } from '../../api/errors.ts'
import { providerConfirmationOfTab, goToSignInProvider } from '../../api/sign-in/provider.ts'
import { useSignedInPerson } from '../../api/sign-in/session.ts'
import { Button } from '../button.tsx'
import { TextInput } from '../field.tsx'
import { FormError } from '../form-error.tsx'

interface OwnProofProps {
  password: string
  error: unknown
  hint?: string
  onChange: (password: string) => void
}

/** Whether the person has to sign in at the provider again before a request can be sent. */
export const useNeedsProviderSignIn = (): boolean =>
  useSignedInPerson().signsInBy === 'provider' && providerConfirmationOfTab() === undefined

/**
 * The field or button by which a person without a confirming passkey is authenticated: the password, or one more sign-in at the provider.
 */
export function ReauthenticationField({ password, error, hint, onChange }: OwnProofProps) {
  const { signsInBy } = useSignedInPerson()
  if (signsInBy === 'provider') return <AtProvider hint={hint} />
  return (
    <TextInput
      label="Your password"
      type="password"
      autoComplete="current-password"
      required
      {...(hint !== undefined && { hint })}
      value={password}
      error={apiErrorAtFormField(error, 'password')}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function AtProvider({ hint }: { hint: string | undefined }) {
  const leave = useMutation({
    mutationFn: async () => {
      const { url } = await purser.self.providerOptions()
      goToSignInProvider(url, { purpose: 'confirm', next: location.pathname + location.search })
    },
  })
  if (providerConfirmationOfTab() !== undefined)
    return <p className="text-quiet">You have just shown who you are. {hint}</p>
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-quiet">First show who you are, at the provider by which you sign in. You come back here.</p>
      <FormError error={leave.error} fields={[]} />
      <Button busy={leave.isPending} onClick={() => leave.mutate()}>
        Sign in there once more
      </Button>
    </div>
  )
}
