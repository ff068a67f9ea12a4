import { type AccessTokenScope, accessTokenScopes } from '../../contract/token-scopes.ts'

/** `/mcp` as a resource whose access tokens an issuer makes (RFC 9728). */
export interface McpProtectedResource {
  /** The paths of the metadata by which OAuth clients learn the issuer: the standard one, and the one that some clients read first. */
  readonly paths: readonly string[]
  /** The metadata of the resource, as clients read it (RFC 9728). */
  readonly metadata: object
  /**
   * The value of the header `WWW-Authenticate` (RFC 6750): the address of the metadata, the scopes to request, and the fault of the token.
   */
  challenge(error?: 'invalid_token' | 'insufficient_scope', scopes?: readonly AccessTokenScope[]): string
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** Describes `/mcp` as a protected resource. `resource` is its public URL. */
export function mcpProtectedResource(issuer: string, resource: string): McpProtectedResource {
  const { origin, pathname } = new URL(resource)
  const path = `${WELL_KNOWN}${pathname}`
  return {
    paths: [path, WELL_KNOWN],
    metadata: {
      resource,
      authorization_servers: [issuer],
      scopes_supported: accessTokenScopes,
      bearer_methods_supported: ['header'],
      resource_name: 'Purser',
    },
    challenge: (error, scopes = accessTokenScopes) =>
      `Bearer ${error === undefined ? '' : `error="${error}", `}scope="${scopes.join(' ')}", resource_metadata="${origin}${path}"`,
  }
}
