import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { askWhetherReached, heard, onReached } from './reach.ts'
import { refresh } from './refresh.ts'

/** What an event of a resource makes stale: every query whose key begins so. */
const touchedBy: Readonly<Record<string, readonly string[]>> = {
  authorization: ['transactions', 'policy', 'stats', 'budget'],
  transaction: ['transactions', 'policy', 'stats', 'budget'],
  intent: ['intents', 'approvals'],
  approval: ['intents', 'approvals'],
  change_request: ['change-requests'],
  card: ['cards'],
  agent: ['agents'],
  customer: ['customers'],
  person: ['people', 'passkeys'],
  policy: ['policy', 'shadows', 'cards', 'agents', 'customers'],
  budget: ['policy', 'stats'],
  webhook: ['webhooks'],
  account: ['account'],
}

/** Every event also changes these. */
const ALWAYS = ['events', 'audit'] as const

/** Bursts of events ask once. */
const GATHER_MS = 250

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

/** A browser gives up where it was answered by an error, of a proxy whose node restarts: we ask again after so long. */
const AGAIN_MS = 3_000

/** Keeps what the pages show current, by `GET /v1/events/stream`. A browser reconnects by itself, from the last event it saw. */
export function useLiveUpdates(): void {
  const client = useQueryClient()
  useEffect(() => {
    const stale = gatherer(client)
    let source: EventSource
    let timer: ReturnType<typeof setTimeout> | undefined
    const connect = () => {
      source = new EventSource('/v1/events/stream')
      source.addEventListener('open', () => {
        setConnected(true)
        heard()
        // What was missed, also on pages that nobody looks at now.
        void refresh(client)
      })
      source.addEventListener('reset', () => void refresh(client))
      source.addEventListener('error', () => {
        if (connected) heard()
        setConnected(false)
        // A stream ends by its time, with its session, or with the node: a browser does not say which.
        void askWhetherReached()
        if (source.readyState === EventSource.CLOSED) timer = setTimeout(connect, AGAIN_MS)
      })
      source.addEventListener('message', ({ data }: MessageEvent<string>) => {
        const [resource = ''] = (JSON.parse(data) as { type: string }).type.split('.')
        stale([...ALWAYS, ...(touchedBy[resource] ?? [])])
      })
    }
    connect()
    const stop = onReached(() => {
      if (source.readyState !== EventSource.CLOSED) return
      clearTimeout(timer)
      connect()
    })
    return () => {
      stop()
      clearTimeout(timer)
      source.close()
      setConnected(false)
    }
  }, [client])
}

function gatherer(client: QueryClient): (keys: readonly string[]) => void {
  const waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    const keys = [...waiting]
    waiting.clear()
    timer = undefined
    for (const key of keys) void refresh(client, { queryKey: [key] })
  }
  return (keys) => {
    for (const key of keys) waiting.add(key)
    timer ??= setTimeout(flush, GATHER_MS)
  }
}
