import type { Intent, IntentStatus } from '../contract/resources/intents.ts'
import { LONGEST_WAIT_SECONDS } from './next/after-intent.ts'
import type { Asking } from './tool.ts'

const SUBSCRIPTIONS = 'subscriptions/listen'
/** How many intents one client can listen for at a time: more than one agent may have waiting for people. */
const MOST_WATCHED = 32
const URI = /^purser:\/\/intents\/(int_[0-9a-z]{26})$/

/** The URI of the resource that shows an intent. */
export const intentUri = (id: string): string => `purser://intents/${id}`

export interface Listening {
  /** The message that asks to be told of changes. */
  readonly message: unknown
  /** Answers the message with a stream, which ends when the signal aborts. */
  serve(message: unknown, signal: AbortSignal): Promise<Response>
  /** Tells all who listen for a URI that it has changed. */
  tell(uri: string): void
  /** Calls `end` when the caller may listen no longer. The returned function stops the watching. */
  watchCaller(end: () => void): () => void
}

interface ListenMessage {
  readonly params: { readonly notifications: { readonly resourceSubscriptions?: unknown } & object } & object
}

/** Whether a message asks to be told of changes (`subscriptions/listen`). */
export function isListening(message: unknown): message is ListenMessage {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { notifications?: unknown } | null }
  return method === SUBSCRIPTIONS && typeof params?.notifications === 'object' && params.notifications !== null
}

/**
 * Answers a client that asks to be told of changes of intents. The stream is about those that the caller may read, and ends when all are
 * over, when the caller may read them no longer, and when too many requests wait.
 */
export async function listen(asking: Asking, { message, serve, tell, watchCaller }: Listening): Promise<Response> {
  if (!isListening(message)) return serve(message, asking.signal)
  const intents = await readable(asking, message)
  const { params } = message
  const notifications = { ...params.notifications, resourceSubscriptions: intents.map(({ id }) => intentUri(id)) }
  const over = new AbortController()
  const end = () => over.abort()
  asking.signal.addEventListener('abort', end, { once: true })
  if (asking.signal.aborted) end()
  const response = await serve({ ...message, params: { ...params, notifications } }, over.signal)
  const stopWatching = watchCaller(end)
  if (over.signal.aborted) stopWatching()
  else over.signal.addEventListener('abort', stopWatching, { once: true })
  // The reads that wait end with the stream, whatever has ended it.
  const watching = { ...asking, signal: over.signal }
  void Promise.all(intents.map((intent) => watch(watching, intent, tell))).then(end, end)
  return response
}

/** The intents that a message is about and that the caller may read. */
async function readable({ purser, signal }: Asking, { params }: ListenMessage): Promise<Intent[]> {
  const { resourceSubscriptions: uris } = params.notifications
  const ids = (Array.isArray(uris) ? uris : []).flatMap((uri) => URI.exec(String(uri))?.[1] ?? [])
  const found = await Promise.all(
    [...new Set(ids)].slice(0, MOST_WATCHED).map((id) => purser.intents.get(id, {}, { signal }).catch(() => null)),
  )
  return found.filter((intent) => intent !== null)
}

const WAITING = new Set<IntentStatus>(['pending_approval', 'pending'])

/** Tells of each change of an intent, until it is over. Rejects where the caller may read it no longer. */
async function watch({ purser, signal }: Asking, intent: Intent, tell: (uri: string) => void): Promise<void> {
  const { id } = intent
  let knownStatus = intent.status
  while (WAITING.has(knownStatus) && !signal.aborted) {
    const query = { waitSeconds: LONGEST_WAIT_SECONDS, knownStatus }
    const { status } = await purser.intents.get(id, query, { signal })
    if (status !== knownStatus) tell(intentUri(id))
    knownStatus = status
  }
}
