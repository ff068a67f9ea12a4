import { PurserError } from '@purser/client'
import { queryOptions } from '@tanstack/react-query'
import { purser } from '../client.ts'

/** How people sign in at this installation. */
export const signInWaysQuery = queryOptions({
  queryKey: ['sign-in'],
  queryFn: ({ signal }) => purser.signIn.ways({ signal }),
  staleTime: 60_000,
})

/** The purpose for which the browser was sent to the provider, and the page to go on to. Kept in this tab until the browser is back. */
export interface Errand {
  readonly purpose: 'sign-in' | 'confirm' | 'connect'
  readonly next: string
}

const ERRAND = 'purser.provider.errand'
const CONFIRMATION = 'purser.provider.confirmation'

/** Leaves this page for the provider's. */
export function leaveFor(url: string, errand: Errand): void {
  sessionStorage.setItem(ERRAND, JSON.stringify(errand))
  location.assign(url)
}

/** The errand that this tab is back from. Where the tab was another one, it was a sign-in. */
export function errandOfTab(): Errand {
  const kept = sessionStorage.getItem(ERRAND)
  return kept === null ? { purpose: 'sign-in', next: '/' } : (JSON.parse(kept) as Errand)
}

/** Tells the service what the provider answered, once: `query` is that of the address that it has sent the browser back to. */
export async function endErrand({ purpose }: Errand, query: string): Promise<void> {
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

/** A confirmation by the provider, which replaces the password while it is valid: the person has just signed in there again. */
export function confirmationOfTab(): string | undefined {
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
 * Acts with what shows who somebody is: their password, or what the provider has confirmed. A confirmation is good once: it is forgotten when
 * the service has answered, and kept where nothing was sent, as where the person lets the browser's question for a passkey go by.
 */
export async function withOwnProof<Answer>(
  password: string,
  act: (ownProof: OwnProof) => Promise<Answer>,
): Promise<Answer> {
  const confirmation = confirmationOfTab()
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
