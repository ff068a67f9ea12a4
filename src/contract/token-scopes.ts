/** What an access token may do at `/mcp`, beside what its agent may do (contract, section 3). */
export const tokenScopes = ['purser:read', 'purser:spend'] as const
export type TokenScope = (typeof tokenScopes)[number]
