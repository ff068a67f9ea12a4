/** The MCP clients whose configuration is known. Each has a page in docs/mcp. */
export const mcpClientNames = ['claude-code', 'claude-desktop', 'cursor', 'vs-code', 'codex'] as const
export type McpClientName = (typeof mcpClientNames)[number]
export const isMcpClientName = (name: string): name is McpClientName =>
  (mcpClientNames as readonly string[]).includes(name)

const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** The program and its first arguments with which a client on this machine starts `purser`. */
type Command = readonly [program: string, ...args: string[]]

/**
 * The configuration of each MCP client: the address to call, and where the client takes the API key from. The key itself is never in it.
 */
const byClient: Readonly<Record<McpClientName, (endpoint: string, url: string, command: Command) => string>> = {
  'claude-code': (endpoint) =>
    json({
      mcpServers: {
        purser: { type: 'http', url: endpoint, headers: { Authorization: 'Bearer ${PURSER_API_KEY}' } },
      },
    }),
  'claude-desktop': (_endpoint, url, [program, ...args]) =>
    json({
      mcpServers: {
        purser: { command: program, args: [...args, 'mcp'], env: { PURSER_URL: url, PURSER_API_KEY: 'sk_...' } },
      },
    }),
  cursor: (endpoint) =>
    json({
      mcpServers: { purser: { url: endpoint, headers: { Authorization: 'Bearer ${env:PURSER_API_KEY}' } } },
    }),
  'vs-code': (endpoint) =>
    json({
      inputs: [{ type: 'promptString', id: 'purser-key', description: 'API key of the agent', password: true }],
      servers: {
        purser: { type: 'http', url: endpoint, headers: { Authorization: 'Bearer ${input:purser-key}' } },
      },
    }),
  codex: (endpoint) =>
    ['[mcp_servers.purser]', `url = ${JSON.stringify(endpoint)}`, 'bearer_token_env_var = "PURSER_API_KEY"'].join('\n'),
}

/**
 * A placeholder for the command that starts `purser`, where its place on the client's machine is not known. The name `purser` alone would
 * not be found there, because the package is not in the client's PATH.
 */
export const PURSER_COMMAND_PLACEHOLDER: Command = ['node', '/path/to/purser/bin/purser.js']

/** The configuration of an MCP client for the node whose API is at the given URL. */
export const mcpConfigurationOf = (
  client: McpClientName,
  url: string,
  command: Command = PURSER_COMMAND_PLACEHOLDER,
): string => byClient[client](`${url.replace(/\/v1\/?$/, '')}/mcp`, url, command)
