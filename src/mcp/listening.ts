import type { ToolCaller } from './tool.ts'
import { readableResourceUris, notifyOfWatchedResourceChanges } from './watched.ts'

const SUBSCRIPTIONS = 'subscriptions/listen'

export interface ListeningClient {
  /** The message of an MCP client that asks to be notified of changes. */
  readonly message: unknown
  /** Answers a request for notifications (`subscriptions/listen`) with a stream, which ends when the signal aborts. */
  serve(message: unknown, signal: AbortSignal): Promise<Response>
  /** Notifies all MCP clients that listen for a URI that its resource has changed. */
  tell(uri: string): void
  /** Calls `end` once the caller may no longer get MCP notifications. The returned function ends the checks of the caller's rights. */
  watchCaller(end: () => void): () => void
}

export interface McpListenMessage {
  readonly params: { readonly notifications: { readonly resourceSubscriptions?: unknown } & object } & object
}

/** Whether a message asks for notifications of changes (`subscriptions/listen`). */
export function isListenMessage(message: unknown): message is McpListenMessage {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { notifications?: unknown } | null }
  return method === SUBSCRIPTIONS && typeof params?.notifications === 'object' && params.notifications !== null
}

/** Restricts an MCP request for notifications (`subscriptions/listen`) to the resources with these URIs. */
export const listenMessageForResources = <M extends McpListenMessage>(message: M, uris: readonly string[]): M => ({
  ...message,
  params: { ...message.params, notifications: { ...message.params.notifications, resourceSubscriptions: uris } },
})

/**
 * Answers a client that asks over HTTP to be notified of changes. The stream covers the resources that the caller may read. It ends when
 * all of them are over, when the caller may no longer read them, and when too many requests wait.
 */
export async function answerListeningClient(
  asking: ToolCaller,
  { message, serve, tell, watchCaller }: ListeningClient,
): Promise<Response> {
  if (!isListenMessage(message)) return serve(message, asking.signal)
  const over = new AbortController()
  const end = () => over.abort()
  asking.signal.addEventListener('abort', end, { once: true })
  if (asking.signal.aborted) end()
  // Reading intents and change requests ends with the client's stream, whatever has ended the stream.
  const watching = { ...asking, signal: over.signal }
  const watched = await readableResourceUris(watching, message.params.notifications.resourceSubscriptions)
  const response = await serve(listenMessageForResources(message, watched.uris), over.signal)
  const stopWatching = watchCaller(end)
  if (over.signal.aborted) stopWatching()
  else over.signal.addEventListener('abort', stopWatching, { once: true })
  void notifyOfWatchedResourceChanges(watching, watched, tell).then(end, end)
  return response
}
