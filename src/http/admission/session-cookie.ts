import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../contract/errors.ts'
import { PROVIDER_SIGN_IN_MINUTES } from '../../contract/resources/provider.ts'
import { DAY_MS } from '../../lib/clock.ts'
import type { OpenedSessionCookies } from '../../services/request/context.ts'

/**
 * The session's cookie. With the prefix `__Host-` a browser accepts the cookie only from this very host, and sends it only over HTTPS or to
 * the browser's own machine.
 */
const NAME = '__Host-purser'
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax'
const PAIR = new RegExp(`(?:^|;\\s*)${NAME}=([^;]*)`)

/** The cookie that marks a browser in which somebody has signed in before. The cookie does not sign anybody in: see `known-browser.ts`. */
const KNOWN = '__Host-purser-known'
const KNOWN_PAIR = new RegExp(`(?:^|;\\s*)${KNOWN}=([\\w.-]{1,200})(?:;|$)`)
/** How long a browser is to keep the cookie `KNOWN`, milliseconds: 400 days, the longest that browsers allow. */
const KNOWN_LIFE_MS = 400 * DAY_MS

/** The cookie that recognizes a browser when it comes back from the sign-in provider. */
const PROVIDER = '__Host-purser-provider'
const PROVIDER_PAIR = new RegExp(`(?:^|;\\s*)${PROVIDER}=([\\w-]{43})(?:;|$)`)

export const providerSignInCookie = (secret: string): string =>
  `${PROVIDER}=${secret}; ${ATTRIBUTES}; Max-Age=${PROVIDER_SIGN_IN_MINUTES * 60}`

/** The values of `Set-Cookie` that open a session, or end one where `opened` is null. */
export const sessionCookies = (opened: OpenedSessionCookies | null): string[] =>
  opened === null
    ? [`${NAME}=; ${ATTRIBUTES}; Max-Age=0`]
    : [
        `${NAME}=${opened.secret}; ${ATTRIBUTES}; Max-Age=${opened.lifeMs / 1000}`,
        `${KNOWN}=${opened.known}; ${ATTRIBUTES}; Max-Age=${KNOWN_LIFE_MS / 1000}`,
      ]

export const knownBrowserCookieIn = (cookie: string | undefined): string | undefined =>
  KNOWN_PAIR.exec(cookie ?? '')?.[1]

export const providerBrowserCookieIn = (cookie: string | undefined): string | undefined =>
  PROVIDER_PAIR.exec(cookie ?? '')?.[1]

/**
 * The secret in the session's cookie; undefined: there is no such cookie. A browser sends cookies also with requests of other sites' pages,
 * and names that site in `Origin`. So for a request that may change something, this throws 403 `origin_not_allowed` unless it comes from a
 * page of this host.
 */
export function sessionSecretInCookie({ headers, method }: FastifyRequest): string | undefined {
  const secret = PAIR.exec(headers.cookie ?? '')?.[1]
  if (secret === undefined || secret === '') return undefined
  if (method !== 'GET' && method !== 'HEAD' && !isOwn(headers.origin, headers.host))
    throw new ApiError('origin_not_allowed')
  return secret
}

function isOwn(origin: string | undefined, host: string | undefined): boolean {
  const own = URL.parse(origin ?? '')
  if (own === null || host === undefined) return false
  // The host is parsed with the page's scheme: some proxies write the scheme's default port, and browsers leave it out.
  return own.host !== '' && own.host === URL.parse(`${own.protocol}//${host}`)?.host
}
