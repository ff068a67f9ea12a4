import { type TokenScope, tokenScopes } from '../../contract/token-scopes.ts'

/** `/mcp` as a resource whose access tokens an issuer makes (RFC 9728). */
export interface ProtectedResource {
  /** The path of the metadata, and the path at which some clients look first. */
  readonly paths: readonly string[]
  /** The document that clients read there. */
  readonly metadata: object
  /** The value of `WWW-Authenticate` (RFC 6750): where the metadata is, which scopes to ask for, and what is wrong with the token. */
  challenge(error?: 'invalid_token' | 'insufficient_scope', scopes?: readonly TokenScope[]): string
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** `resource`: the public URL of `/mcp`. */
export function protectedResource(issuer: string, resource: string): ProtectedResource {
  const { origin, pathname } = new URL(resource)
  const path = `${WELL_KNOWN}${pathname}`
  return {
    paths: [path, WELL_KNOWN],
    metadata: {
      resource,
      authorization_servers: [issuer],
      scopes_supported: tokenScopes,
      bearer_methods_supported: ['header'],
      resource_name: 'Purser',
    },
    challenge: (error, scopes = tokenScopes) =>
      `Bearer ${error === undefined ? '' : `error="${error}", `}scope="${scopes.join(' ')}", resource_metadata="${origin}${path}"`,
  }
}
