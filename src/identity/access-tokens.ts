import type * as Jose from 'jose'
import { SECOND_MS } from '../lib/clock.ts'
import { SignInProviderUnavailable } from './identity-provider.ts'
import { createIssuerKeys } from './issuer-keys.ts'

/** The claims of a valid access token. */
export interface AccessToken {
  /** The person, or the OAuth client itself, for whom the OAuth issuer has made the token. */
  readonly subject: string
  /** The OAuth client that got the access token. */
  readonly clientId: string
  readonly scopes: readonly string[]
  /** When the access token is valid no longer, in Unix milliseconds. */
  readonly expiresAt: number
}

/** The access tokens of one OAuth issuer that are meant for this Purser. */
export interface AccessTokens {
  readonly issuer: string
  /** The URL of `/mcp`, which clients name to the OAuth issuer as the resource. */
  readonly resource: string
  /** Reads the OAuth issuer's document and keys. Throws `SignInProviderUnavailable` where no token could be checked. */
  examine(): Promise<void>
  /**
   * Reads an access token that is valid now. Throws `AccessTokenRefusal` for any other token, and `SignInProviderUnavailable` where the OAuth issuer's keys
   * cannot be read.
   */
  read(token: string, now: number): Promise<AccessToken>
}

export interface AccessTokenOptions {
  readonly issuer: string
  readonly resource: string
  /** The audience that an access token has to name. */
  readonly audience: string
  readonly onAway: (why: string) => void
}

/** The error for an access token that Purser does not accept. Its message says why, and contains nothing of the token. */
export class AccessTokenRefusal extends Error {
  override name = 'AccessTokenRefusal'
}

/**
 * The algorithms with which an access token may be signed. All are asymmetric: with a symmetric one, whoever can check a token could make
 * one, and the issuer's public key could be taken for the secret.
 */
const ALGORITHMS = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 Ed25519 EdDSA'.split(' ')
/** By how many seconds the OAuth issuer's clock may differ from this service's, either way. */
const TOLERANCE_SECONDS = 30
const MAX_TOKEN_LENGTH = 8192
const MAX_NAME_LENGTH = 255
/** Matches the types of access tokens. Some issuers write `JWT`, some nothing. Logout tokens and the like have types of their own. */
const TYPE = /^(?:application\/)?(?:at\+jwt|jwt)$/i
/** Matches a text with the three parts of a signed token. Other texts are refused without a look at them. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]*$/

/** Whether a text has the form of an access token, valid or not. No secret of an API key has that form. */
export const isAccessTokenShaped = (text: string): boolean => TOKEN.test(text)

/** Whether a text is the base64url of its bytes. A last character can have bits that stand for nothing, so other texts give the same bytes. */
const isCanonical = (text: string): boolean => Buffer.from(text, 'base64url').toString('base64url') === text

/** Checks access tokens with `jose`, which is loaded with the first token. No request is sent to the OAuth issuer before that. */
export function createAccessTokens({ issuer, resource, audience, onAway }: AccessTokenOptions): AccessTokens {
  const keys = createIssuerKeys({ issuer, onAway })
  return {
    issuer,
    resource,
    examine: keys.examine,
    read: async (token, now) => {
      if (token.length > MAX_TOKEN_LENGTH || !isAccessTokenShaped(token) || !token.split('.').every(isCanonical))
        throw new AccessTokenRefusal('It is no signed token.')
      const jose = await import('jose')
      const verified = await jose
        .jwtVerify(token, (header, jws) => keys.keyOf(header, jws), {
          issuer,
          audience,
          algorithms: ALGORITHMS,
          clockTolerance: TOLERANCE_SECONDS,
          currentDate: new Date(now),
          requiredClaims: ['exp', 'sub'],
        })
        .catch((error: unknown) => {
          throw refusalOf(error, jose)
        })
      return read(verified)
    },
  }
}

function read({ protectedHeader: { typ = 'JWT' }, payload }: Jose.JWTVerifyResult): AccessToken {
  if (!TYPE.test(typ)) throw new AccessTokenRefusal('It is a token of another type than an access token.')
  // An access token with `cnf` is bound to a key of its client (DPoP, mutual TLS), whose proof Purser does not check.
  if (payload['cnf'] !== undefined)
    throw new AccessTokenRefusal('It is bound to a key of its client, and was sent without proof.')
  const subject = nameIn(payload.sub)
  const clientId = nameIn(payload['client_id'] ?? payload['azp'])
  if (subject === null || clientId === null)
    throw new AccessTokenRefusal('It does not name its subject and its client.')
  const { exp = 0 } = payload
  return {
    subject,
    clientId,
    scopes: scopesIn(payload['scope'] ?? payload['scp']),
    expiresAt: (exp + TOLERANCE_SECONDS) * SECOND_MS,
  }
}

const nameIn = (claim: unknown): string | null =>
  typeof claim === 'string' && claim !== '' && claim.length <= MAX_NAME_LENGTH ? claim : null

/** The scopes of an access token: RFC 9068 writes them as one text in `scope`, and some issuers as a list or in `scp`. */
function scopesIn(claim: unknown): readonly string[] {
  if (typeof claim === 'string') return claim.split(' ')
  return Array.isArray(claim) ? claim.filter((each): each is string => typeof each === 'string') : []
}

/**
 * The refusal of an access token for an error of `jose`. The error itself is dropped, because it contains the claims of the token. An error
 * that is none of `jose` comes from a key that the issuer should not have, for instance one that is too short: the token is refused, too.
 */
function refusalOf(error: unknown, { errors }: typeof Jose): Error {
  if (error instanceof SignInProviderUnavailable) return error
  if (error instanceof errors.JWTExpired) return new AccessTokenRefusal('It has expired.')
  if (error instanceof errors.JWTClaimValidationFailed)
    return new AccessTokenRefusal(CLAIMS[error.claim] ?? OTHER_CLAIM)
  return new AccessTokenRefusal('Its signature is not one of the issuer.')
}

const CLAIMS: Readonly<Record<string, string>> = {
  aud: 'It is meant for another audience.',
  iss: 'It comes from another issuer.',
  nbf: 'It is not valid yet.',
}
const OTHER_CLAIM = 'It lacks a claim that access tokens have.'
