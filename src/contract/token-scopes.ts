/** Scopes of an access token at `/mcp`. They narrow what the agent may do (contract, section 3). */
export const tokenScopes = ['purser:read', 'purser:spend'] as const
export type TokenScope = (typeof tokenScopes)[number]
