import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'

/**
 * Milliseconds between two bytes that are sent on a silent MCP stream: fewer than proxies and `closeUnreadHttpReplies` wait before they close a silent
 * stream.
 */
const KEEP_ALIVE_MS = 10_000

/**
 * Serves MCP over HTTP, in the protocol's older and newer versions. Each request gets a server of its own, and no state is kept between
 * requests.
 */
export function createMcpHttpHandler<A>(
  create: (asking: A, called: string | null, canListen: boolean) => McpServer,
  onError: (error: Error) => void,
) {
  // Only clients with the newer version of MCP can listen without a session.
  const handler = createMcpHandler(
    ({ authInfo, era }) => create(...(authInfo?.extra?.['made'] as [A, string | null]), era === 'modern'),
    { onerror: onError, keepAliveMs: KEEP_ALIVE_MS },
  )
  return {
    handle: (request: Request, asking: A, body: unknown): Promise<Response> =>
      handler.fetch(request, {
        // The API key was checked already. The MCP server gets the caller's role and a client of the API, and never the key's secret.
        authInfo: { token: '', clientId: '', scopes: [], extra: { made: [asking, calledIn(body)] } },
        ...(body === undefined ? {} : { parsedBody: body }),
      }),
    /** Notifies connected clients that a list has changed, for instance that of the tools. */
    bell: handler.notify,
    close: () => handler.close(),
  }
}

/** The name of the tool that an MCP message calls. Null where the message does something else, or is an array of several messages. */
function calledIn(body: unknown): string | null {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } | null }
  return method === 'tools/call' && typeof params?.name === 'string' ? params.name : null
}
