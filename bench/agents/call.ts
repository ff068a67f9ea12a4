const WIRE = '2026-07-28'

export interface McpCall {
  readonly headers: Record<string, string>
  readonly body: string
}

/** A call of a tool, as a client of the newest version of MCP sends it. */
export const mcpToolCall = (name: string, args: object, apiKey: string): McpCall => ({
  headers: {
    authorization: `Bearer ${apiKey}`,
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': WIRE,
    'mcp-method': 'tools/call',
    'mcp-name': name,
  },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name,
      arguments: args,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': WIRE,
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }),
})
