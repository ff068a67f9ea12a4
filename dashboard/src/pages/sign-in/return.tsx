import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useOpenAfterSignIn } from '../../api/sign-in/open-after-sign-in.ts'
import { finishProviderVisit, signInProviderVisitOfTab } from '../../api/sign-in/provider.ts'
import { SignInFrame } from '../../app/sign-in-frame.tsx'
import { SignInError } from './sign-in-error.tsx'

/**
 * The page to which the sign-in provider sends the browser back. The provider's answer is in the address, and the service accepts it once.
 */
export default function ReturnFromSignInProvider() {
  const { search } = useLocation()
  const enter = useOpenAfterSignIn()
  const errand = useRef(signInProviderVisitOfTab()).current
  const { mutate, error } = useMutation({
    mutationFn: async () => {
      await finishProviderVisit(errand, search.slice(1))
      await enter(errand.next)
    },
  })
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    mutate()
  }, [mutate])
  if (error === null) return <SignInFrame title="One moment" lead="Purser is reading the provider’s answer." />
  return (
    <SignInFrame title={errand.purpose === 'sign-in' ? 'You are not signed in' : 'It was not confirmed'}>
      <SignInError error={error} />
      <p>
        <Link to={errand.purpose === 'sign-in' ? '/sign-in' : errand.next}>Go back and begin again</Link>
      </p>
    </SignInFrame>
  )
}
