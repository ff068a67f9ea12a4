import { PurserError } from '@purser/client'
import { queryOptions } from '@tanstack/react-query'
import { purser } from '../client.ts'

/** The query of how people can sign in at this installation. */
export const signInWaysQuery = queryOptions({
  queryKey: ['sign-in'],
  queryFn: ({ signal }) => purser.signIn.ways({ signal }),
  staleTime: 60_000,
})

/** The purpose for which a tab went to the sign-in provider, and the page to open afterwards. The tab keeps it until it is back. */
export interface SignInProviderVisit {
  readonly purpose: 'sign-in' | 'confirm' | 'connect'
  readonly next: string
}

const ERRAND = 'purser.provider.errand'
const CONFIRMATION = 'purser.provider.confirmation'

/** Goes from this page to the sign-in provider's, and keeps why. */
export function goToSignInProvider(url: string, errand: SignInProviderVisit): void {
  sessionStorage.setItem(ERRAND, JSON.stringify(errand))
  location.assign(url)
}

/** The visit at the sign-in provider from which this tab has come back. A tab that kept none came back from a sign-in. */
export function signInProviderVisitOfTab(): SignInProviderVisit {
  const kept = sessionStorage.getItem(ERRAND)
  return kept === null ? { purpose: 'sign-in', next: '/' } : (JSON.parse(kept) as SignInProviderVisit)
}

/**
 * Passes the sign-in provider's answer to the service, once. `query` is the query string of the address to which the provider sent the
 * browser back.
 */
export async function finishProviderVisit({ purpose }: SignInProviderVisit, query: string): Promise<void> {
  sessionStorage.removeItem(ERRAND)
  if (purpose === 'sign-in') {
    await purser.sessions.createByProvider({ query })
    return
  }
  const { confirmation, expiresAt } = await purser.self.endProviderSignIn({ query })
  if (confirmation !== undefined) sessionStorage.setItem(CONFIRMATION, JSON.stringify({ confirmation, expiresAt }))
}

interface Confirmation {
  readonly confirmation: string
  readonly expiresAt: string
}

/**
 * The sign-in provider's confirmation that the person has just signed in there again: it replaces the password. Undefined: there is none,
 * or it has expired.
 */
export function providerConfirmationOfTab(): string | undefined {
  const kept = sessionStorage.getItem(CONFIRMATION)
  if (kept === null) return undefined
  const { confirmation, expiresAt } = JSON.parse(kept) as Confirmation
  return Date.parse(expiresAt) > Date.now() ? confirmation : undefined
}

interface OwnProof {
  readonly password?: string
  readonly confirmation?: string
}

/**
 * Calls `act` with the person's password, or with the sign-in provider's confirmation. A confirmation can be used once: it is forgotten
 * after the service has answered, and kept if nothing was sent, for instance because the person closed the browser's passkey dialog.
 */
export async function withReauthentication<Answer>(
  password: string,
  act: (ownProof: OwnProof) => Promise<Answer>,
): Promise<Answer> {
  const confirmation = providerConfirmationOfTab()
  const ownProof = { ...(password !== '' && { password }), ...(confirmation !== undefined && { confirmation }) }
  try {
    const answer = await act(ownProof)
    sessionStorage.removeItem(CONFIRMATION)
    return answer
  } catch (error) {
    if (error instanceof PurserError) sessionStorage.removeItem(CONFIRMATION)
    throw error
  }
}
