import { ProviderAway, ProviderRefusal } from './identity-provider.ts'

/** What the library says of an answer that proves nothing. Everything else it fails at is the provider's or the operator's. */
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
  /** Of the provider's own answer. */
  readonly error?: unknown
}

/** The library's errors hold what was answered: of them the kind alone is passed on, so that no token gets into a log. */
export function failureOf(thrown: unknown): ProviderAway | ProviderRefusal {
  if (thrown instanceof ProviderAway || thrown instanceof ProviderRefusal) return thrown
  const { name, message = '', code, error } = (thrown ?? {}) as Failed
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return new ProviderRefusal(nameOf(error), true)
  if (code === 'OAUTH_RESPONSE_BODY_ERROR') {
    // The code was used, is too old, or is not of this client.
    if (error === 'invalid_grant') return new ProviderRefusal(nameOf(error), false)
    return new ProviderAway(`the provider answered ${nameOf(error)}`)
  }
  if (UNPROVEN.has(code)) return new ProviderRefusal(message, false)
  return new ProviderAway([name, code, message].filter((text) => typeof text === 'string').join(': '))
}

/** As the standard writes them: `access_denied`. */
const nameOf = (error: unknown): string =>
  typeof error === 'string' && /^[\w.-]{1,100}$/.test(error) ? error : 'an error'
