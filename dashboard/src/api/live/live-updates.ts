import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { loadScript } from '../../app/page-scripts.ts'
import type { Viewer } from './event-stream.ts'

let connected = false
const listeners = new Set<() => void>()
const setConnected = (value: boolean) => {
  connected = value
  for (const listener of listeners) listener()
}

/** Whether the page hears of events as they happen. */
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => connected,
  )

/** Keeps what the pages show current. The script of that is loaded once a page stands: the page itself does not wait for it. */
export function useLiveUpdates({ id, accountId }: Viewer): void {
  const client = useQueryClient()
  useEffect(() => {
    let end: (() => void) | undefined
    let isOver = false
    const follow = async () => {
      const { followEvents } = await loadScript(() => import('./follow-events.ts'))
      if (!isOver) end = followEvents(client, { id, accountId }, setConnected)
    }
    follow().catch(() => {}) // a newer version has replaced the script: the next click on a page loads that
    return () => {
      isOver = true
      end?.()
      setConnected(false)
    }
  }, [client, id, accountId])
}
