import { ApiError } from '../../contract/errors.ts'
import { type TokenAuthenticator, accessTokenInHeader } from '../../services/request/authenticate-token.ts'
import type { IdentifyCaller } from '../admission/admission.ts'
import type { UnauthenticatedRequestLimit } from '../admission/unauthenticated-limit.ts'
import type { McpProtectedResource } from './protected-resource.ts'

export interface McpCallerIdentifiers {
  /** Finds the caller of a request without an access token, by its API key or session. */
  readonly identify: IdentifyCaller
  readonly tokens: TokenAuthenticator
  readonly resource: McpProtectedResource
  readonly unauthenticated: UnauthenticatedRequestLimit
}

/**
 * Finds the caller of a request to `/mcp` by its access token, or else by its API key or session. A 401 tells the client where it gets a
 * token.
 */
export const mcpCallerIdentification = ({
  identify,
  tokens,
  resource,
  unauthenticated,
}: McpCallerIdentifiers): IdentifyCaller => {
  const challenging = (error: unknown): never => {
    throw error instanceof ApiError ? challenged(error, resource) : error
  }
  return (request) => {
    const { headers, ip } = request
    const token = accessTokenInHeader(headers.authorization)
    if (token !== null) {
      const attempt = { enter: () => unauthenticated.take(ip), leave: () => unauthenticated.giveBack(ip) }
      return tokens.authenticate(token, ip, attempt).catch(challenging)
    }
    try {
      const caller = identify(request)
      return caller instanceof Promise ? caller.catch(challenging) : caller
    } catch (error) {
      return challenging(error)
    }
  }
}

function challenged(error: ApiError, resource: McpProtectedResource): ApiError {
  const { code, extras } = error
  if (!UNAUTHENTICATED.has(code)) return error
  return new ApiError(code, {
    ...extras,
    challenge: resource.challenge(code === 'missing_api_key' ? undefined : 'invalid_token'),
  })
}

/** The codes of the errors 401 whose answer tells the client, in a challenge, where it gets an access token. */
const UNAUTHENTICATED = new Set([
  'missing_api_key',
  'invalid_api_key',
  'expired_api_key',
  'invalid_session',
  'invalid_token',
])
