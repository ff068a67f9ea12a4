/** Scopes of an access token at `/mcp`. They narrow what the agent may do (contract, section 3). */
export const accessTokenScopes = ['purser:read', 'purser:spend'] as const
export type AccessTokenScope = (typeof accessTokenScopes)[number]
