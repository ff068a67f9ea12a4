import {
  INTERNAL_ERROR,
  type JSONRPCMessage,
  SUBSCRIPTION_ID_META_KEY,
  type Transport,
} from '@modelcontextprotocol/server'
import { toolError } from './tool-error.ts'
import { isListenMessage, listenMessageForResources, type McpListenMessage } from './listening.ts'
import type { ToolCaller } from './tool.ts'
import { readableResourceUris, notifyOfWatchedResourceChanges } from './watched.ts'

/** How many requests for notifications (`subscriptions/listen`) of one MCP client can be open at the same time. */
const MOST_LISTENING = 16

type Id = string | number
type Request = JSONRPCMessage & McpListenMessage & { readonly id: Id }

/**
 * Makes a transport over stdio that notifies clients of changes, as HTTP does. A request for notifications is passed on with the resources
 * that the caller may read. The client is notified of each change, and gets the message's result when all resources are over.
 */
export function listeningMcpTransport(wire: Transport, asking: ToolCaller): Transport {
  const open = new Map<Id, AbortController>()
  const transport: Transport = {
    start: () => wire.start(),
    close: () => wire.close(),
    send: (message, options) => wire.send(message, options),
  }
  const write = (message: JSONRPCMessage) => void wire.send(message).catch(asking.report)

  const listen = async (message: Request): Promise<void> => {
    const { id } = message
    const over = new AbortController()
    open.set(id, over)
    const watching = { ...asking, signal: AbortSignal.any([asking.signal, over.signal]) }
    const meta = { [SUBSCRIPTION_ID_META_KEY]: id }
    const watched = await readableResourceUris(watching, message.params.notifications.resourceSubscriptions)
    if (over.signal.aborted) return
    transport.onmessage?.(listenMessageForResources(message, watched.uris))
    const tell = (uri: string) =>
      write({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri, _meta: meta } })
    await notifyOfWatchedResourceChanges(watching, watched, tell).catch(() => undefined)
    if (!open.delete(id) || asking.signal.aborted) return
    transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } })
    write({ jsonrpc: '2.0', id, result: { resultType: 'complete', _meta: meta } })
  }

  const receive: Transport['onmessage'] = (message, extra) => {
    const canceled = canceledBy(message)
    if (canceled !== undefined) {
      open.get(canceled)?.abort()
      open.delete(canceled)
    }
    if (isListenRequest(message) && open.size < MOST_LISTENING && !open.has(message.id)) {
      void listen(message).catch((error: unknown) => {
        open.delete(message.id)
        asking.report(error as Error)
        const { message: why } = toolError(error)
        write({ jsonrpc: '2.0', id: message.id, error: { code: INTERNAL_ERROR, message: why } })
      })
    } else transport.onmessage?.(message, extra)
  }
  Object.assign(wire, {
    onclose: () => transport.onclose?.(),
    onerror: (error: Error) => transport.onerror?.(error),
    onmessage: receive,
  } satisfies Partial<Transport>)
  return transport
}

/**
 * Whether a message asks for notifications (`subscriptions/listen`). Only the newer version of MCP has such messages; each names its
 * version.
 */
const isListenRequest = (message: JSONRPCMessage): message is Request => isListenMessage(message) && 'id' in message

function canceledBy(message: JSONRPCMessage): Id | undefined {
  const { method, params } = message as { method?: string; params?: { requestId?: Id } }
  return method === 'notifications/cancelled' ? params?.requestId : undefined
}
