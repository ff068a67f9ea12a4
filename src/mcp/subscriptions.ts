import { type McpServer, ResourceNotFoundError } from '@modelcontextprotocol/server'
import type { ToolCaller } from './tool.ts'
import { readableResourceUris, notifyOfWatchedResourceChanges } from './watched.ts'

/** The most resources to which a session can subscribe. */
const MOST_SUBSCRIBED = 32

/**
 * Lets a client of MCP's older version subscribe to resources. Subscriptions need a session, so this is for stdio alone: HTTP has no
 * sessions here.
 */
export function allowMcpResourceSubscriptions({ server }: McpServer, asking: ToolCaller): void {
  const open = new Map<string, AbortController>()
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    if (open.has(uri)) return {}
    const over = new AbortController()
    const watching = { ...asking, signal: AbortSignal.any([asking.signal, over.signal]) }
    const watched = await readableResourceUris(watching, [uri])
    if (watched.uris.length === 0 || open.size >= MOST_SUBSCRIBED) throw new ResourceNotFoundError(uri)
    open.set(uri, over)
    const tell = () => void server.sendResourceUpdated({ uri }).catch(asking.report)
    const end = () => open.delete(uri)
    void notifyOfWatchedResourceChanges(watching, watched, tell).then(end, end)
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    open.get(uri)?.abort()
    open.delete(uri)
    return {}
  })
}
