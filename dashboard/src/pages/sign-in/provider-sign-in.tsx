import { useMutation } from '@tanstack/react-query'
import { purser } from '../../api/client.ts'
import { safePathAfterSignIn } from '../../api/sign-in/open-after-sign-in.ts'
import { goToSignInProvider } from '../../api/sign-in/provider.ts'
import { Button } from '../../ui/button.tsx'
import { SignInError } from './sign-in-error.tsx'

interface ByProviderProps {
  /** The sign-in provider's name, as the operator has set it. */
  name: string
  next: string | null
  /** True if people can sign in only by the company's sign-in provider. */
  isOnlyWay: boolean
}

/** The button to sign in at the company's sign-in provider. */
export function ProviderSignIn({ name, next, isOnlyWay }: ByProviderProps) {
  const leave = useMutation({
    mutationFn: async () => {
      const { url } = await purser.sessions.providerOptions()
      goToSignInProvider(url, { purpose: 'sign-in', next: safePathAfterSignIn(next) })
    },
  })
  return (
    <>
      <SignInError error={leave.error} />
      <Button look={isOnlyWay ? 'primary' : 'secondary'} busy={leave.isPending} onClick={() => leave.mutate()}>
        Sign in with {name}
      </Button>
    </>
  )
}
