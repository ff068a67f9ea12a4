import type { Query, QueryClient } from '@tanstack/react-query'
import { checkPurserReachable } from '../reach.ts'
import { reloadQueries } from '../reload-queries.ts'
import { reloadForAnotherPerson } from '../sign-in/other-tabs.ts'
import type { SignedInIdentity } from './event-stream.ts'
import { shareEventStream } from './shared-stream.ts'

/** Query keys that an event of a resource makes stale, by resource: every query whose key begins with one of them. */
const touchedBy: Readonly<Record<string, readonly string[]>> = {
  authorization: ['transactions', 'policy', 'stats', 'budget', 'intent'],
  transaction: ['transactions', 'policy', 'stats', 'budget', 'intent'],
  intent: ['intents', 'intent', 'approvals'],
  approval: ['intents', 'intent', 'approvals'],
  change_request: ['change-requests'],
  challenge: ['challenges'],
  subscription: ['subscriptions', 'budget', 'intent'],
  card: ['cards', 'intent'],
  agent: ['agents', 'intent'],
  // The answer about the account says whether the customer of the demo is active, so an event of a customer makes it stale.
  customer: ['customers', 'account', 'intent'],
  person: ['people', 'passkeys'],
  policy: ['policy', 'shadows', 'cards', 'agents', 'customers', 'intent'],
  budget: ['policy', 'stats'],
  webhook: ['webhooks'],
  account: ['account', 'intent'],
}

/** Query keys that every event makes stale. */
const ALWAYS = ['events', 'audit'] as const

/**
 * How long events are gathered before their queries are asked again: a burst causes one request. Up to `SPREAD_MS` are added at random,
 * because all tabs hear of an event in the same moment.
 */
const GATHER_MS = 250
const SPREAD_MS = 500
/** The mean time between two requests of a page that events cause, so that ten people with the same page open are no load. */
const BETWEEN_MS = 680

/**
 * Keeps the data of the pages current by the account's events, and reports whether the event stream is connected. All tabs of the browser
 * share one stream. Returns a function that ends it.
 */
export function followAccountEvents(
  client: QueryClient,
  viewer: SignedInIdentity,
  setConnected: (value: boolean) => void,
): () => void {
  const stale = gatherer(client)
  const endWatch = reloadForAnotherPerson(viewer)
  let isConnected = false
  let later: ReturnType<typeof setTimeout> | undefined
  const end = shareEventStream(viewer, (said) => {
    if (said.kind === 'event') return stale([...ALWAYS, ...(touchedBy[said.resource] ?? [])])
    if (said.kind === 'reset') return void reloadQueries(client)
    const wasConnected = isConnected
    isConnected = said.kind === 'opened' || said.kind === 'isOpen'
    setConnected(isConnected)
    // An event stream ends after its time, with its session, or with the node, and a browser does not say which: a request finds out.
    if (said.kind === 'lost') void checkPurserReachable()
    if (!isConnected || (wasConnected && said.kind === 'isOpen')) return
    // The event stream was interrupted: all queries are stale, also those of pages that are closed.
    if (later === undefined) later = catchUp(client)
    else void reloadQueries(client)
  })
  return () => {
    end()
    endWatch()
    clearTimeout(later)
  }
}

/** How long after a page's first connection to the event stream its older answers are read again. */
const CAUGHT_UP_MS = 4_000

/** Reads again, once the page has loaded, all answers from before the event stream was open: events in between were missed. */
function catchUp(client: QueryClient): ReturnType<typeof setTimeout> {
  const openedAt = Date.now()
  const isOlder = ({ state, queryKey }: Query) => state.dataUpdatedAt <= openedAt && queryKey[0] !== 'self'
  return setTimeout(() => void client.invalidateQueries({ predicate: isOlder }), CAUGHT_UP_MS)
}

/**
 * Asks again for queries that events made stale: soon after the first event, and then so seldom that a page sends at most one request in
 * `BETWEEN_MS` on average, however many events come and however many queries it shows.
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
    for (const key of keys) void reloadQueries(client, { queryKey: [key] })
  }
  return (keys) => {
    for (const key of keys) waiting.add(key)
    timer ??= setTimeout(flush, Math.max(GATHER_MS + SPREAD_MS * Math.random(), freeAt - performance.now()))
  }
}

/** The number of requests that reload the page's active queries with these keys: one for each loaded page of a list. */
const requestsFor = (client: QueryClient, keys: readonly string[]): number =>
  client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey }) => keys.includes(String(queryKey[0])) })
    .reduce((sum, { state }) => sum + ((state.data as { pages?: unknown[] } | undefined)?.pages?.length ?? 1), 0)
