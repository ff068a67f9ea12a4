import { SignInProviderUnavailable, SignInProviderRefusal } from './identity-provider.ts'

/**
 * The error codes of `openid-client` for an answer of the sign-in provider that does not prove a sign-in. For every other failure the
 * provider or the operator is at fault.
 */
const UNPROVEN: ReadonlySet<unknown> = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
])

interface Failed {
  readonly name?: string
  readonly message?: string
  readonly code?: unknown
  /** The error code in the sign-in provider's own answer, such as `invalid_grant`. */
  readonly error?: unknown
}

/**
 * The failure of a sign-in for an error of `openid-client`. The library's errors contain the sign-in provider's answer, so only their kind
 * is passed on: no token gets into a log.
 */
export function signInFailure(thrown: unknown): SignInProviderUnavailable | SignInProviderRefusal {
  if (thrown instanceof SignInProviderUnavailable || thrown instanceof SignInProviderRefusal) return thrown
  const { name, message = '', code, error } = (thrown ?? {}) as Failed
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return new SignInProviderRefusal(nameOf(error), true)
  if (code === 'OAUTH_RESPONSE_BODY_ERROR') {
    // The authorization code of the sign-in was used before, is too old, or does not belong to this client.
    if (error === 'invalid_grant') return new SignInProviderRefusal(nameOf(error), false)
    return new SignInProviderUnavailable(`the provider answered ${nameOf(error)}`)
  }
  if (UNPROVEN.has(code)) return new SignInProviderRefusal(message, false)
  return new SignInProviderUnavailable([name, code, message].filter((text) => typeof text === 'string').join(': '))
}

/** The sign-in provider's error code where it has the form of OAuth's error codes, for instance `access_denied`. */
const nameOf = (error: unknown): string =>
  typeof error === 'string' && /^[\w.-]{1,100}$/.test(error) ? error : 'an error'
