import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { signInWaysQuery } from '../../api/sign-in/provider.ts'
import { SignInFrame } from '../../app/sign-in-frame.tsx'
import { PasswordSignIn } from './password-sign-in.tsx'
import { ProviderSignIn } from './provider-sign-in.tsx'
import { SignInError } from './sign-in-error.tsx'

/** The sign-in page. `?next=` in the address is the page to open afterwards. */
export default function SignIn() {
  const [search] = useSearchParams()
  const next = search.get('next')
  const { data: ways, error } = useQuery(signInWaysQuery)
  return (
    <SignInFrame
      title="Sign in"
      lead={next !== null && next !== '/' && 'You then return to the page that you came from.'}
    >
      <SignInError error={error} />
      {ways?.password && <PasswordSignIn next={next} />}
      {ways?.provider && <ProviderSignIn name={ways.provider.name} next={next} isOnlyWay={!ways.password} />}
      {ways && <NoAccount byPassword={ways.password} />}
    </SignInFrame>
  )
}

const NoAccount = ({ byPassword }: { byPassword: boolean }) => (
  <p className="text-sm text-quiet">
    {byPassword
      ? 'No account yet? Ask an admin for an invitation.'
      : 'Your groups at the provider decide your role. If you have no access, ask an admin.'}{' '}
    At the server, <code>purser people invite</code> makes one.
  </p>
)
