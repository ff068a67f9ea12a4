import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { PurserError } from '@purser/client'
import { recordSignIn } from '../reach.ts'
import { tellTabsWhoSignedIn } from './other-tabs.ts'
import { signedInPersonQuery } from './session.ts'

/** The browser did not keep the session's cookie: it does so only over HTTPS, or for localhost. */
export class SessionCookieRefused extends Error {}

/**
 * The page to open after the sign-in: a path of this dashboard, or `/` for every other address, so that a link to the sign-in cannot lead
 * to a foreign site.
 */
export function safePathAfterSignIn(next: string | null): string {
  const url = URL.parse(next ?? '/', location.origin)
  return url?.origin === location.origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/'
}

/** Opens a page as the person who has just signed in, after the answers of an earlier person have been removed from the memory. */
export function useOpenAfterSignIn(): (next: string | null) => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useCallback(
    async (next) => {
      await confirmSessionAfterSignIn(client)
      await navigate(safePathAfterSignIn(next), { replace: true })
    },
    [client, navigate],
  )
}

/** Reads who is signed in. Throws `SessionCookieRefused` if the browser has refused the session's cookie. */
export async function confirmSessionAfterSignIn(client: QueryClient): Promise<void> {
  client.clear()
  recordSignIn()
  try {
    tellTabsWhoSignedIn(await client.fetchQuery(signedInPersonQuery))
  } catch (error) {
    if (error instanceof PurserError && error.status === 401) throw new SessionCookieRefused()
    throw error
  }
}
