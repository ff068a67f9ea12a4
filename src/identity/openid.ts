import { createHash } from 'node:crypto'
import type * as OpenIdClient from 'openid-client'
import { MINUTE_MS, SECOND_MS } from '../lib/clock.ts'
import { inTime } from '../lib/traffic/in-time.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { failureOf } from './failure.ts'
import { type IdentityProvider, ProviderAway, ProviderRefusal, type SignInSecrets } from './identity-provider.ts'
import { identityOf } from './identity-of.ts'

type Library = typeof OpenIdClient
type Configuration = OpenIdClient.Configuration

export interface OpenIdOptions {
  readonly issuer: string
  readonly clientId: string
  /** Null: the provider knows Purser as a public client, by PKCE alone. */
  readonly clientSecret: string | null
  /** Where the provider sends browsers back to. Nothing that a request says. */
  readonly redirectUri: string
  readonly scopes: string
  readonly groupsClaim: string
  /** Lets the provider be reached by http on this machine, for development and tests. */
  readonly allowHttp: boolean
  /** Whoever runs this installation has to know. Why holds no token and no code. */
  readonly onAway: (why: string) => void
}

/** One request to the provider. */
const REQUEST_SECONDS = 4
/** All that one sign-in asks of the provider: somebody looks at the page. */
const PATIENCE_MS = 8 * SECOND_MS
/** A provider's addresses change rarely; its keys are looked up by themselves. */
const DISCOVERY_LIFE_MS = 60 * MINUTE_MS
/** What its clock may differ from this machine's, either way. */
const TOLERANCE_SECONDS = 30

interface Discovered {
  readonly library: Library
  readonly configuration: Configuration
  readonly at: number
}

/** Speaks to the provider by `openid-client`, which is loaded with the first sign-in. Nothing is asked before it: a provider that is down stops no start. */
export function createIdentityProvider(options: OpenIdOptions): IdentityProvider {
  const { issuer, redirectUri, scopes, groupsClaim, onAway } = options
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
      // The requests under way are not cut off here: each ends by its own deadline.
      return await inTime(known().then(ask), PATIENCE_MS, tooLate)
    } catch (error) {
      const failure = failureOf(error)
      if (failure instanceof ProviderAway) onAway(failure.message)
      throw failure
    }
  }

  return {
    issuer,
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
        return identityOf(claims, { issuer, groupsClaim })
      }),
  }
}

/** Whatever is wrong with the provider's own document, it is nothing that a person did. */
const awayFrom = (error: unknown): never => {
  throw error instanceof ProviderAway ? error : new ProviderAway(`its document: ${failureOf(error).message}`)
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
  if (!isSameIssuer(server.issuer, issuer)) throw new ProviderAway(`the provider calls itself ${server.issuer}`)
  const configuration = new library.Configuration(
    server,
    clientId,
    metadata,
    authenticationOf(library, server, clientSecret),
  )
  configuration.timeout = REQUEST_SECONDS
  configuration[library.customFetch] = boundedFetch
  // The library leaves signatures of tokens that came over TLS from the provider itself unchecked, as the standard lets it.
  library.enableNonRepudiationChecks(configuration)
  if (allowHttp) library.allowInsecureRequests(configuration)
  return { library, configuration, at: performance.now() }
}

/** Some name themselves with a slash at the end, some without. */
const isSameIssuer = (named: string, configured: string): boolean =>
  named.replace(/\/$/, '') === configured.replace(/\/$/, '')

/** By HTTP Basic, which every provider takes but those that say they do not. */
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

/** What the token says, and where that is not all, what the provider's endpoint for user information does: many put groups and addresses there. */
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
  if (claims === undefined) throw new ProviderRefusal('the provider sent no token', false)
  const saysAll = claims[groupsClaim] !== undefined && claims['email'] !== undefined
  if (saysAll || configuration.serverMetadata().userinfo_endpoint === undefined) return { ...claims }
  const more = await library.fetchUserInfo(configuration, tokens.access_token, claims.sub)
  return { ...more, ...claims }
}

const tooLate = () => new ProviderAway('the provider takes too long')
