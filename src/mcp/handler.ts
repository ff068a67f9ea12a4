import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'

/** Shorter than proxies and `endUnread` wait for a stream on which nothing comes. */
const KEEP_ALIVE_MS = 10_000

/** MCP over HTTP: both wires, a server for each request, nothing kept between them. */
export function createHandler<A>(
  create: (asking: A, called: string | null) => McpServer,
  onError: (error: Error) => void,
) {
  const handler = createMcpHandler(({ authInfo }) => create(...(authInfo?.extra?.['made'] as [A, string | null])), {
    onerror: onError,
    keepAliveMs: KEEP_ALIVE_MS,
  })
  return {
    handle: (request: Request, asking: A, body: unknown): Promise<Response> =>
      handler.fetch(request, {
        // The key is known already: the server is told who asks, and never by which secret.
        authInfo: { token: '', clientId: '', scopes: [], extra: { made: [asking, calledIn(body)] } },
        ...(body === undefined ? {} : { parsedBody: body }),
      }),
    /** Tells those who listen that a list has changed. */
    bell: handler.notify,
    close: () => handler.close(),
  }
}

/** The tool that a message calls. Null where it does something else, or is several messages. */
function calledIn(body: unknown): string | null {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } | null }
  return method === 'tools/call' && typeof params?.name === 'string' ? params.name : null
}
