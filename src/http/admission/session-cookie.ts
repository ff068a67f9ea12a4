import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../contract/errors.ts'
import { PROVIDER_SIGN_IN_MINUTES } from '../../contract/resources/provider.ts'
import { DAY_MS } from '../../lib/clock.ts'
import type { OpenedSession } from '../../services/request/context.ts'

/** With this prefix a browser takes it from this very host alone, and sends it over HTTPS alone, or to its own machine. */
const NAME = '__Host-purser'
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax'
const PAIR = new RegExp(`(?:^|;\\s*)${NAME}=([^;]*)`)

/** What tells browsers apart that somebody has signed in with before. It signs nothing: see `known-browser.ts`. */
const KNOWN = '__Host-purser-known'
const KNOWN_PAIR = new RegExp(`(?:^|;\\s*)${KNOWN}=([\\w.-]{1,200})(?:;|$)`)
/** As long as browsers keep any. */
const KNOWN_LIFE_MS = 400 * DAY_MS

/** What tells a browser apart between the way to the provider and the way back. */
const PROVIDER = '__Host-purser-provider'
const PROVIDER_PAIR = new RegExp(`(?:^|;\\s*)${PROVIDER}=([\\w-]{43})(?:;|$)`)

export const providerCookie = (secret: string): string =>
  `${PROVIDER}=${secret}; ${ATTRIBUTES}; Max-Age=${PROVIDER_SIGN_IN_MINUTES * 60}`

/** What sets the cookies of a session, or takes that of the session away. */
export const sessionCookies = (opened: OpenedSession | null): string[] =>
  opened === null
    ? [`${NAME}=; ${ATTRIBUTES}; Max-Age=0`]
    : [
        `${NAME}=${opened.secret}; ${ATTRIBUTES}; Max-Age=${opened.lifeMs / 1000}`,
        `${KNOWN}=${opened.known}; ${ATTRIBUTES}; Max-Age=${KNOWN_LIFE_MS / 1000}`,
      ]

export const knownBrowserIn = (cookie: string | undefined): string | undefined => KNOWN_PAIR.exec(cookie ?? '')?.[1]

export const providerBrowserIn = (cookie: string | undefined): string | undefined =>
  PROVIDER_PAIR.exec(cookie ?? '')?.[1]

/**
 * The secret in the cookie, if there is one. Whatever changes something has to come from a page of this host: a browser sends
 * cookies along with what other pages ask for, too, and names these in `Origin`. Throws 403 `origin_not_allowed`.
 */
export function sessionSecret({ headers, method }: FastifyRequest): string | undefined {
  const secret = PAIR.exec(headers.cookie ?? '')?.[1]
  if (secret === undefined || secret === '') return undefined
  if (method !== 'GET' && method !== 'HEAD' && !isOwn(headers.origin, headers.host))
    throw new ApiError('origin_not_allowed')
  return secret
}

function isOwn(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined || host === undefined) return false
  return URL.parse(origin)?.host === URL.parse(`http://${host}`)?.host || URL.parse(origin)?.host === host
}
