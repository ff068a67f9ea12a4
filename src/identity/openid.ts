import { createHash } from 'node:crypto'
import type * as OpenIdClient from 'openid-client'
import { MINUTE_MS, SECOND_MS } from '../lib/clock.ts'
import { resultWithinTimeLimit } from '../lib/traffic/result-in-time.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { signInFailure } from './failure.ts'
import {
  type IdentityProvider,
  SignInProviderUnavailable,
  SignInProviderRefusal,
  type SignInSecrets,
} from './identity-provider.ts'
import { describeProviderGroups } from './groups.ts'
import { hasProviderSigningKey } from './issuer-keys.ts'
import { providerIdentityOf } from './identity-of.ts'

type Library = typeof OpenIdClient
type Configuration = OpenIdClient.Configuration

export interface OpenIdOptions {
  readonly issuer: string
  readonly clientId: string
  /**
   * The secret of Purser as a client of the sign-in provider. Null: the provider knows Purser as a public client, which authenticates only
   * by PKCE.
   */
  readonly clientSecret: string | null
  /** The address to which the sign-in provider sends browsers back. It comes from the settings, never from a request. */
  readonly redirectUri: string
  readonly scopes: string
  readonly groupsClaim: string
  /** The sign-in provider's groups that give a person a role. */
  readonly knownGroups: readonly string[]
  /**
   * Called when a person signs in of whose groups none gives a role, with a description of what the sign-in provider has sent, to tell the
   * operator.
   */
  readonly onUnknownGroups: (what: string) => void
  /** Whether the sign-in provider may be reached by http on this machine, for development and tests. */
  readonly allowHttp: boolean
  /** Called with the reason why the sign-in provider cannot be used, to tell the operator. The reason contains no token and no code. */
  readonly onAway: (why: string) => void
}

/** How many seconds one request to the sign-in provider may take. */
const REQUEST_SECONDS = 4
/** How many milliseconds all requests of one sign-in to the sign-in provider may take together: a person waits meanwhile. */
const PATIENCE_MS = 8 * SECOND_MS
/**
 * How many milliseconds the sign-in provider's discovery document is reused. A provider's addresses change rarely, and the library fetches
 * the provider's keys by itself.
 */
const DISCOVERY_LIFE_MS = 60 * MINUTE_MS
/** By how many seconds the sign-in provider's clock may differ from this machine's, either way. */
const TOLERANCE_SECONDS = 30

interface Discovered {
  readonly library: Library
  readonly configuration: Configuration
  readonly at: number
}

/**
 * Makes a client of the sign-in provider with `openid-client`, which is loaded with the first sign-in. No request is sent before that, so
 * that a node starts even where the provider does not answer.
 */
export function createIdentityProvider(options: OpenIdOptions): IdentityProvider {
  const { issuer, redirectUri, scopes, groupsClaim, knownGroups, onUnknownGroups, onAway } = options
  let discovered: Promise<Discovered> | null = null

  const known = async (): Promise<Discovered> => {
    const current = (discovered ??= discover(options).catch(awayFrom))
    try {
      const found = await current
      if (performance.now() - found.at < DISCOVERY_LIFE_MS) return found
    } catch (error) {
      if (discovered === current) discovered = null
      throw error
    }
    if (discovered === current) discovered = null
    return known()
  }
  const asking = async <T>(ask: (provider: Discovered) => Promise<T>): Promise<T> => {
    try {
      // The requests to the sign-in provider that are under way are not cut off here: each ends by its own deadline.
      return await resultWithinTimeLimit(known().then(ask), PATIENCE_MS, tooLate)
    } catch (error) {
      const failure = signInFailure(error)
      if (failure instanceof SignInProviderUnavailable) onAway(failure.message)
      throw failure
    }
  }

  return {
    issuer,
    examine: () =>
      asking(async ({ configuration }) => {
        const { jwks_uri: url } = configuration.serverMetadata()
        if (url === undefined) throw new SignInProviderUnavailable(`${issuer} names no jwks_uri`)
        const signal = AbortSignal.timeout(REQUEST_SECONDS * SECOND_MS)
        const answer = await boundedFetch(url, {
          method: 'GET',
          headers: {},
          redirect: 'manual',
          body: undefined,
          signal,
        })
        if (!hasProviderSigningKey(await answer.json().catch(() => null)))
          throw new SignInProviderUnavailable(`${url} shows no keys`)
      }),
    addressFor: ({ state, nonce, verifier }, anew) =>
      asking(async ({ library, configuration }) => {
        const parameters = {
          redirect_uri: redirectUri,
          scope: scopes,
          state,
          nonce,
          code_challenge: createHash('sha256').update(verifier).digest('base64url'),
          code_challenge_method: 'S256',
          ...(anew && { prompt: 'login', max_age: '0' }),
        }
        return library.buildAuthorizationUrl(configuration, parameters).href
      }),
    identityIn: (query, secrets, signedInWithin) =>
      asking(async (provider) => {
        const address = new URL(redirectUri)
        address.search = query
        const claims = await claimsOf(provider, address, { secrets, signedInWithin, groupsClaim })
        const identity = providerIdentityOf(claims, { issuer, groupsClaim, knownGroups })
        if (!identity.groups.some((group) => knownGroups.includes(group)))
          onUnknownGroups(describeProviderGroups(claims, groupsClaim))
        return identity
      }),
  }
}

/**
 * Throws `SignInProviderUnavailable` in place of any error about the sign-in provider's discovery document: such an error is never the fault of the
 * person who signs in.
 */
const awayFrom = (error: unknown): never => {
  throw error instanceof SignInProviderUnavailable
    ? error
    : new SignInProviderUnavailable(`its document: ${signInFailure(error).message}`)
}

async function discover({ issuer, clientId, clientSecret, allowHttp }: OpenIdOptions): Promise<Discovered> {
  const library = await import('openid-client')
  const metadata = { [library.clockTolerance]: TOLERANCE_SECONDS }
  const found = await library.discovery(new URL(issuer), clientId, metadata, library.None(), {
    timeout: REQUEST_SECONDS,
    [library.customFetch]: boundedFetch,
    ...(allowHttp && { execute: [library.allowInsecureRequests] }),
  })
  const server = found.serverMetadata()
  if (!isSameIssuer(server.issuer, issuer))
    throw new SignInProviderUnavailable(`the provider calls itself ${server.issuer}`)
  const configuration = new library.Configuration(
    server,
    clientId,
    metadata,
    authenticationOf(library, server, clientSecret),
  )
  configuration.timeout = REQUEST_SECONDS
  configuration[library.customFetch] = boundedFetch
  // By default `openid-client` does not check signatures of tokens that came from the sign-in provider itself over TLS, as the standard
  // permits.
  library.enableNonRepudiationChecks(configuration)
  if (allowHttp) library.allowInsecureRequests(configuration)
  return { library, configuration, at: performance.now() }
}

/** Whether two issuer URLs name the same sign-in provider. Some providers name themselves with a slash at the end, some without. */
const isSameIssuer = (named: string, configured: string): boolean =>
  named.replace(/\/$/, '') === configured.replace(/\/$/, '')

/**
 * How Purser authenticates as a client with a secret: by HTTP Basic, which every sign-in provider accepts unless its discovery document
 * lists only other methods.
 */
function authenticationOf(
  library: Library,
  { token_endpoint_auth_methods_supported: methods }: OpenIdClient.ServerMetadata,
  secret: string | null,
): OpenIdClient.ClientAuth {
  if (secret === null) return library.None()
  const takesBasic = methods === undefined || methods.includes('client_secret_basic')
  return takesBasic ? library.ClientSecretBasic(secret) : library.ClientSecretPost(secret)
}

interface ClaimsRequest {
  readonly secrets: SignInSecrets
  readonly signedInWithin: number | null
  readonly groupsClaim: string
}

/**
 * Reads the claims of the sign-in provider's token. Where these lack groups or an email address, the claims of its endpoint for user
 * information are added, because many providers give groups and addresses only there.
 */
async function claimsOf(
  { library, configuration }: Discovered,
  address: URL,
  { secrets: { state, nonce, verifier }, signedInWithin, groupsClaim }: ClaimsRequest,
): Promise<Record<string, unknown>> {
  const tokens = await library.authorizationCodeGrant(configuration, address, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
    ...(signedInWithin !== null && { maxAge: signedInWithin }),
  })
  const claims = tokens.claims()
  if (claims === undefined) throw new SignInProviderRefusal('the provider sent no token', false)
  const saysAll = claims[groupsClaim] !== undefined && claims['email'] !== undefined
  if (saysAll || configuration.serverMetadata().userinfo_endpoint === undefined) return { ...claims }
  const more = await library.fetchUserInfo(configuration, tokens.access_token, claims.sub)
  // `email_verified` is taken from where the address was taken from: the token and the endpoint may name different addresses.
  const { email, email_verified: verified } = claims['email'] === undefined ? more : claims
  return { ...more, ...claims, email, email_verified: verified }
}

const tooLate = () => new SignInProviderUnavailable('the provider takes too long')
