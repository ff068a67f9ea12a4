import type { CryptoKey, FlattenedJWSInput, JWSHeaderParameters, RemoteJWKSet } from 'jose'
import { MINUTE_MS, SECOND_MS } from '../lib/clock.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { SignInProviderUnavailable } from './identity-provider.ts'

export interface IssuerKeysOptions {
  readonly issuer: string
  /** Called with the reason why the OAuth issuer's keys cannot be read, to tell the operator. */
  readonly onAway: (why: string) => void
}

export interface IssuerKeys {
  /** Reads the OAuth issuer's document and keys. Throws `SignInProviderUnavailable` where no token could be checked with them. */
  examine(): Promise<void>
  /** The public key with which an access token was signed, by the token's header. Throws an error of `jose`, or `SignInProviderUnavailable`. */
  keyOf(header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey>
}

const REQUEST_MS = 4 * SECOND_MS
/** How many milliseconds the OAuth issuer's metadata document is used before it is read again. */
const DOCUMENT_LIFE_MS = 60 * MINUTE_MS
/**
 * How many milliseconds the OAuth issuer's keys are used before they are read again. A key that the issuer has withdrawn is refused after
 * that.
 */
const KEYS_LIFE_MS = 10 * MINUTE_MS
/**
 * How many milliseconds must pass before a token with an unknown key makes Purser read the OAuth issuer's keys again: an issuer's new key
 * is then known.
 */
const NEW_KEY_MS = 30 * SECOND_MS
/** How many milliseconds the OAuth issuer is not asked again after it could not be used. */
const AWAY_MS = 5 * SECOND_MS

/**
 * Reads the OAuth issuer's public keys and keeps them. Whoever sends made-up tokens cannot make Purser ask the issuer more than once in 5 s
 * while the issuer is away, and not more than once in 30 s otherwise.
 */
export function createIssuerKeys({ issuer, onAway }: IssuerKeysOptions): IssuerKeys {
  let known: { readonly keys: Promise<RemoteJWKSet>; readonly at: number } | null = null
  let awayUntil = 0

  const away = (why: string): SignInProviderUnavailable => {
    awayUntil = performance.now() + AWAY_MS
    onAway(why)
    return new SignInProviderUnavailable(why)
  }
  const ask = async (url: string, signal: AbortSignal, headers?: Headers): Promise<Response> => {
    if (performance.now() < awayUntil) throw new SignInProviderUnavailable('the issuer was away a moment ago')
    try {
      return await boundedFetch(url, {
        method: 'GET',
        redirect: 'manual',
        headers: headers === undefined ? { accept: 'application/json' } : Object.fromEntries(headers),
        signal,
        body: undefined,
      })
    } catch {
      throw away(`${url} did not answer`)
    }
  }
  const documentAt = async (url: string): Promise<Record<string, unknown> | null> => {
    const answer = await ask(url, AbortSignal.timeout(REQUEST_MS))
    const body: unknown = answer.status === 200 ? await answer.json().catch(() => null) : null
    return typeof body === 'object' ? (body as Record<string, unknown> | null) : null
  }
  const read = async (): Promise<RemoteJWKSet> => {
    const document = await firstOf(documentsOf(issuer), documentAt)
    if (document === null) throw away(`${issuer} has no metadata document of an authorization server`)
    if (document['issuer'] !== issuer) throw away(`the issuer calls itself ${String(document['issuer'])}`)
    const url = URL.parse(String(document['jwks_uri']))
    if (url === null) throw away(`${issuer} names no jwks_uri`)
    const jose = await import('jose')
    return jose.createRemoteJWKSet(url, {
      timeoutDuration: REQUEST_MS,
      cooldownDuration: NEW_KEY_MS,
      cacheMaxAge: KEYS_LIFE_MS,
      [jose.customFetch]: async (address, { headers, signal }) => {
        const answer = await ask(address, signal, headers)
        if (answer.status !== 200 || !(await isKeySet(answer.clone()))) throw away(`${address} shows no keys`)
        return answer
      },
    })
  }
  const keys = (): Promise<RemoteJWKSet> => {
    if (known !== null && performance.now() - known.at < DOCUMENT_LIFE_MS) return known.keys
    const reading = { keys: read(), at: performance.now() }
    known = reading
    reading.keys.catch(() => {
      if (known === reading) known = null
    })
    return reading.keys
  }
  const examine = async (): Promise<void> => {
    const set = await keys()
    await set.reload()
    if (!hasProviderSigningKey(set.jwks())) throw away(`${issuer} shows no keys with which it signs`)
  }
  return { examine, keyOf: async (header, token) => (await keys())(header, token) }
}

/** The addresses of the OAuth issuer's metadata document: that of OAuth (RFC 8414), then that of OpenID Connect. */
function documentsOf(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]
}

async function firstOf<T>(urls: readonly string[], read: (url: string) => Promise<T | null>): Promise<T | null> {
  for (const url of urls) {
    const found = await read(url)
    if (found !== null) return found
  }
  return null
}

async function isKeySet(answer: Response): Promise<boolean> {
  const body: unknown = await answer.json().catch(() => null)
  return Array.isArray((body as { keys?: unknown } | null)?.keys)
}

/** Types of public keys, with which signatures can be checked. Symmetric keys (`oct`) are none. */
const PUBLIC = new Set<unknown>(['RSA', 'EC', 'OKP'])

/** Whether a provider's published key set has a key with which the provider can have signed something. */
export function hasProviderSigningKey(keySet: unknown): boolean {
  const { keys } = (keySet ?? {}) as { readonly keys?: unknown }
  return Array.isArray(keys) && (keys as { kty?: unknown; use?: unknown }[]).some((key) => isSigning(key ?? {}))
}

const isSigning = ({ kty, use = 'sig' }: { kty?: unknown; use?: unknown }): boolean => PUBLIC.has(kty) && use === 'sig'
