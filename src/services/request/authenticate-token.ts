import { ApiError, type ErrorCode } from '../../contract/errors.ts'
import { serviceUnavailableError } from '../../contract/unavailable.ts'
import { type AccessTokens, isAccessTokenShaped, AccessTokenRefusal } from '../../identity/access-tokens.ts'
import { SignInProviderUnavailable } from '../../identity/identity-provider.ts'
import { LastUsedCache } from '../../lib/last-used-cache.ts'
import { apiKeySecretName, apiKeyTokenBindingName } from '../keys/key-secret.ts'
import type { ApiKeySecretAttemptLimit, ApiKeyAuthenticator, Caller } from './authenticate.ts'
import type { NodeDeps } from './context.ts'

export interface TokenAuthenticator {
  /**
   * The caller of a request with an access token: the agent's key that the token's subject and client are bound to. Throws 401
   * `invalid_token`, 403 `token_not_bound` or `address_not_allowed`, and 503 where the issuer's keys cannot be read.
   */
  authenticate(token: string, address: string | undefined, attempt: ApiKeySecretAttemptLimit): Promise<Caller>
}

const MAX_ACQUAINTED = 10_000
/** The errors of an API key that is revoked or has expired. A new access token would not help, so the answer is not 401. */
const GONE = new Set<ErrorCode>(['invalid_api_key', 'expired_api_key'])

export function createTokenAuthenticator(
  accessTokens: AccessTokens,
  authenticator: ApiKeyAuthenticator,
  {
    clock,
    settings: { mcpAccount },
  }: Pick<NodeDeps, 'clock'> & { readonly settings: Pick<NodeDeps['settings'], 'mcpAccount'> },
): TokenAuthenticator {
  /** The hashes of access tokens that were valid when they were last checked. Requests with them are not counted as attempts. */
  const acquainted = new LastUsedCache<true>(MAX_ACQUAINTED)

  /** The API key that access tokens act as. Null: they act as no key, or the key was revoked or has expired. */
  const boundTo = async (binding: string, address: string | undefined): Promise<Caller | null> => {
    try {
      return await authenticator.authenticateBound(binding, address, FREE)
    } catch (error) {
      if (error instanceof ApiError && GONE.has(error.code)) return null
      throw error
    }
  }

  return {
    async authenticate(token, address, attempt) {
      const name = apiKeySecretName(token)
      const isAcquainted = acquainted.has(name)
      acquainted.delete(name)
      if (!isAcquainted) await attempt.enter()
      const read = await accessTokens.read(token, clock.now()).catch((error: unknown) => {
        // An access token that was valid before stays known if Purser cannot check it now because the issuer does not answer.
        if (isAcquainted && error instanceof SignInProviderUnavailable) acquainted.set(name, true)
        return answering(error)
      })
      const { subject, clientId } = read
      const { issuer } = accessTokens
      // The access token was counted already, so the API key that it acts as is looked up without being counted once more.
      const caller = await boundTo(apiKeyTokenBindingName({ issuer, subject, clientId }), address)
      const mayAct = caller?.principal.role === 'agent' && [null, caller.principal.accountId].includes(mcpAccount)
      if (!mayAct) throw new ApiError('token_not_bound', { details: { subject, clientId } })
      acquainted.set(name, true)
      if (!isAcquainted) attempt.leave()
      return { ...caller, principal: { ...caller.principal, token: read } }
    },
  }
}

const FREE: ApiKeySecretAttemptLimit = { enter: () => undefined, leave: () => undefined }

const BEARER = /^bearer +(\S+) *$/i

/**
 * The access token in the header `Authorization`. Null: the header has no text in the form of a token. Tokens in a query or a body are
 * never looked at.
 */
export function accessTokenInHeader(authorization = ''): string | null {
  const [, text = ''] = BEARER.exec(authorization) ?? []
  return isAccessTokenShaped(text) ? text : null
}

const answering = (error: unknown): never => {
  if (error instanceof SignInProviderUnavailable) throw serviceUnavailableError('provider_unavailable', { hint: AWAY })
  throw error instanceof AccessTokenRefusal
    ? new ApiError('invalid_token', { message: `The access token is not valid here. ${error.message}` })
    : error
}

const AWAY =
  "The token could not be checked. Try again after `Retry-After` seconds. Purser's log says what the issuer answered."
