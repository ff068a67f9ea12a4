import type { AccessTokenScope } from '../contract/token-scopes.ts'
import { agentTools } from './tools.ts'

const READ = ['purser:read'] as const
const SPEND = ['purser:read', 'purser:spend'] as const
const changing = new Set<string>(agentTools.filter(({ hints }) => !hints.readOnly).map(({ name }) => name))

/** The scopes that an access token needs for an MCP message: `purser:spend` for a call of a tool that changes something. */
export function accessTokenScopesFor(message: unknown): readonly AccessTokenScope[] {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null }
  return method === 'tools/call' && typeof params?.name === 'string' && changing.has(params.name) ? SPEND : READ
}
