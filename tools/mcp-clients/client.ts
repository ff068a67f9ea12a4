/** A client of MCP that is connected to a node. */
export interface ConnectedMcpClient {
  /** Resolves to the names of the tools, in the order in which the server lists them. */
  list(): Promise<readonly string[]>
  /** Calls a tool. Resolves to the text of its answer. */
  call(name: string, args: Record<string, unknown>): Promise<string>
  close(): Promise<void>
}

export interface McpClientTarget {
  /** The base URL of the node's API. */
  readonly baseUrl: string
  readonly apiKey: string
}

export interface OtherMcpClient {
  readonly name: string
  /** Connects the client to a node. Rejects if the API key is wrong, at the latest when the tools are listed. */
  open(at: McpClientTarget): Promise<ConnectedMcpClient>
}

export const mcpEndpointOf = ({ baseUrl }: McpClientTarget): string => baseUrl.replace(/\/v1$/, '/mcp')
