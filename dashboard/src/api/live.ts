import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
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
  challenge: ['challenges'],
  subscription: ['subscriptions', 'budget'],
  card: ['cards'],
  agent: ['agents'],
  // The account tells whether the customer of the demo is active.
  customer: ['customers', 'account'],
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
/** One request of a page in this time, on average: ten people who look at it are not to be a load. */
const BETWEEN_MS = 680

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

/** How long after a page's first connection what it had read before that is read again. */
const CAUGHT_UP_MS = 4_000

/** Reads again what was answered before the stream was open, once the page has loaded: events in between were missed. */
function catchUp(client: QueryClient): ReturnType<typeof setTimeout> {
  const openedAt = Date.now()
  const isOlder = ({ state, queryKey }: Query) => state.dataUpdatedAt <= openedAt && queryKey[0] !== 'self'
  return setTimeout(() => void client.invalidateQueries({ predicate: isOlder }), CAUGHT_UP_MS)
}

/** Keeps what the pages show current, by `GET /v1/events/stream`. A browser reconnects by itself, from the last event it saw. */
export function useLiveUpdates(): void {
  const client = useQueryClient()
  useEffect(() => {
    const stale = gatherer(client)
    let source: EventSource
    let timer: ReturnType<typeof setTimeout> | undefined
    let later: ReturnType<typeof setTimeout> | undefined
    const connect = () => {
      source = new EventSource('/v1/events/stream')
      source.addEventListener('open', () => {
        setConnected(true)
        heard()
        // What was missed, also on pages that nobody looks at now.
        if (later === undefined) later = catchUp(client)
        else void refresh(client)
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
      clearTimeout(later)
      source.close()
      setConnected(false)
    }
  }, [client])
}

/**
 * Asks again for what events made stale: soon after the first one, and then so seldom that a page asks at most once in
 * `BETWEEN_MS`, however many events come and however much it shows.
 */
function gatherer(client: QueryClient): (keys: readonly string[]) => void {
  const waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let freeAt = 0
  const flush = () => {
    const keys = [...waiting]
    waiting.clear()
    timer = undefined
    freeAt = performance.now() + BETWEEN_MS * requestsFor(client, keys)
    for (const key of keys) void refresh(client, { queryKey: [key] })
  }
  return (keys) => {
    for (const key of keys) waiting.add(key)
    timer ??= setTimeout(flush, Math.max(GATHER_MS, freeAt - performance.now()))
  }
}

/** How many requests it takes to ask again for what the page shows of these keys. */
const requestsFor = (client: QueryClient, keys: readonly string[]): number =>
  client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey }) => keys.includes(String(queryKey[0])) })
    .reduce((sum, { state }) => sum + ((state.data as { pages?: unknown[] } | undefined)?.pages?.length ?? 1), 0)
