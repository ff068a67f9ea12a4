import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { loadPageScript } from '../../app/page-scripts.ts'
import type { SignedInIdentity } from './event-stream.ts'

let connected = false
const listeners = new Set<() => void>()
const setConnected = (value: boolean) => {
  connected = value
  for (const listener of listeners) listener()
}

/** Whether the page is connected to the event stream. */
export const useIsEventStreamOpen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => connected,
  )

/**
 * Keeps the data of the pages current by the account's events. The script for it is loaded after the page is drawn, so that no page waits
 * for it.
 */
export function useLiveUpdates({ id, accountId }: SignedInIdentity): void {
  const client = useQueryClient()
  useEffect(() => {
    let end: (() => void) | undefined
    let isOver = false
    const follow = async () => {
      const { followAccountEvents } = await loadPageScript(() => import('./follow-events.ts'))
      if (!isOver) end = followAccountEvents(client, { id, accountId }, setConnected)
    }
    follow().catch(() => {}) // a newer version has replaced the script: the next click on a page loads that
    return () => {
      isOver = true
      end?.()
      setConnected(false)
    }
  }, [client, id, accountId])
}
