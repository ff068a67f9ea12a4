import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { PurserError } from '@purser/client'
import { beginSession } from '../reach.ts'
import { sayWhoSignedIn } from './other-tabs.ts'
import { selfQuery } from './session.ts'

/** A browser keeps the cookie of a session only over HTTPS, or from its own machine. */
export class SessionNotKept extends Error {}

/** A page of this dashboard, or the first: a link to the sign-in must not lead anywhere else. */
export function safePath(next: string | null): string {
  const url = URL.parse(next ?? '/', location.origin)
  return url?.origin === location.origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/'
}

/** Goes to a page as the person who has just signed in. What was known of somebody else is forgotten. */
export function useEnter(): (next: string | null) => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useCallback(
    async (next) => {
      await confirmSession(client)
      await navigate(safePath(next), { replace: true })
    },
    [client, navigate],
  )
}

/** Throws `SessionNotKept` where the browser refused the cookie. */
export async function confirmSession(client: QueryClient): Promise<void> {
  client.clear()
  beginSession()
  try {
    sayWhoSignedIn(await client.fetchQuery(selfQuery))
  } catch (error) {
    if (error instanceof PurserError && error.status === 401) throw new SessionNotKept()
    throw error
  }
}
