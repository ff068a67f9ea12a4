import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiKeyRole } from '../../contract/resources/api-keys.ts'
import { ApiError } from '../../contract/errors.ts'
import { rateLimitedError } from './rate-limited.ts'
import type { ApiKeyAuthenticator, Caller } from '../../services/request/authenticate.ts'
import { apiErrorOfFailure } from '../../services/request/known-error.ts'
import type { RateLimitAllowance, RateLimiter } from '../../services/request/rate-limit.ts'
import type { SessionAuthenticator } from '../../services/people/session-authenticator.ts'
import { tooMuchUnsentError } from '../routes/send.ts'
import { sessionSecretInCookie } from './session-cookie.ts'
import type { UnauthenticatedRequestLimit } from './unauthenticated-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of the request, set once its API key or session is known. Null: not yet. */
    caller: Caller | null
  }
  interface FastifyContextConfig {
    /** Requests of this route count towards the API key's rate limit, but are served even when the limit of this minute is used up. */
    isNeverRateLimited?: boolean
    /** True: the request's body contains the sign-in, so the route needs no API key. */
    isKeyless?: boolean
    /**
     * While the database does not answer, the route is served to API keys that were valid when this node last read them, and their requests
     * are not counted.
     */
    isServedWithoutDatabase?: boolean
  }
}

/** How many requests of the caller's address one sign-in counts as: checking its password is as much work as several requests. */
const KEYLESS_COST = 3

/** A Fastify hook that admits a request. It calls `next` where it need not wait, and otherwise returns a promise. */
export type RequestAdmissionHook = (
  request: FastifyRequest,
  reply: FastifyReply,
  next: () => void,
) => Promise<void> | undefined

/**
 * Finds the caller of a request by its API key or session. Throws 401 for an invalid key or session, and 429 where the address has sent too
 * many requests with invalid ones.
 */
export type IdentifyCaller = (request: FastifyRequest) => Caller | Promise<Caller>

export interface CallerIdentificationDeps {
  readonly authenticator: ApiKeyAuthenticator
  readonly sessions: SessionAuthenticator
  readonly unauthenticated: UnauthenticatedRequestLimit
}

export const callerIdentification =
  ({ authenticator, sessions, unauthenticated }: CallerIdentificationDeps): IdentifyCaller =>
  (request) => {
    const { headers, ip } = request
    const attempt = { enter: () => unauthenticated.take(ip), leave: () => unauthenticated.giveBack(ip) }
    try {
      const session = headers.authorization === undefined ? sessionSecretInCookie(request) : undefined
      if (session !== undefined) return sessions.authenticate(session, attempt)
      const isServed = request.routeOptions.config.isServedWithoutDatabase === true
      return authenticator[isServed ? 'authenticateByLastCopy' : 'authenticate'](headers.authorization, ip, attempt)
    } catch (error) {
      const refused = unauthenticated.take(ip)
      if (refused === undefined) throw isPreflight(request) ? preflightRefused() : error
      return refused
    }
  }

/**
 * Whether a request is a CORS preflight, with which a browser asks whether a page of another origin may call the API. It carries no key.
 */
const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined && headers.authorization === undefined

const preflightRefused = (): ApiError =>
  new ApiError('missing_api_key', {
    message: 'This is the preflight of a browser (CORS), which has no API key.',
    hint: 'Purser answers no pages of other origins. Call it from your server, or serve the page from the host that answers `/v1`.',
  })

export interface RequestAdmissionGates {
  readonly identify: IdentifyCaller
  readonly unauthenticated: UnauthenticatedRequestLimit
  readonly limiter: RateLimiter | null
}

/**
 * Makes the hook with the first checks below `/v1`: who the caller is, and whether its API key has a request left in this minute. The hook
 * waits only where the key or its rate limit has to be read from the database. Requests without a valid key are limited by address, and
 * beyond that limit their keys are not looked up.
 */
export function createRequestAdmissionHook({
  identify,
  unauthenticated,
  limiter,
}: RequestAdmissionGates): RequestAdmissionHook {
  const admit = (request: FastifyRequest, reply: FastifyReply, caller: Caller): Promise<void> | undefined => {
    request.caller = caller
    if (!request.server.unsent.hasRoom(caller.principal)) throw tooMuchUnsentError(request)
    if (limiter === null || caller.requestsPerMinute === null) return undefined
    const taken = limiter.take(caller.principal.id, caller.requestsPerMinute)
    if (taken instanceof Promise) {
      return taken.then(
        (allowance) => pass(request, reply, { caller, allowance }),
        (error: unknown) => {
          if (request.routeOptions.config.isServedWithoutDatabase !== true || apiErrorOfFailure(error) === null)
            throw error
        },
      )
    }
    pass(request, reply, { caller, allowance: taken })
    return undefined
  }
  return (request, reply, next) => {
    if (request.routeOptions.config.isKeyless === true) {
      const refused = unauthenticated.take(request.ip, KEYLESS_COST)
      if (refused === undefined) next()
      return refused
    }
    const known = identify(request)
    const wait =
      known instanceof Promise ? known.then((caller) => admit(request, reply, caller)) : admit(request, reply, known)
    if (wait === undefined) next()
    return wait
  }
}

interface Counted {
  readonly caller: Caller
  readonly allowance: RateLimitAllowance
}

function pass(request: FastifyRequest, reply: FastifyReply, { caller, allowance }: Counted): void {
  showAllowance(reply, allowance)
  if (!allowance.passed && request.routeOptions.config.isNeverRateLimited !== true)
    throw rateLimitedError(caller, allowance)
}

function showAllowance(reply: FastifyReply, { limit, remaining, resetSeconds }: RateLimitAllowance): void {
  reply.header('ratelimit-limit', String(limit))
  reply.header('ratelimit-remaining', String(remaining))
  reply.header('ratelimit-reset', String(resetSeconds))
}

/** The caller of a request that has passed `createRequestAdmissionHook`. Throws 401 where the request has no caller. */
export function callerOfRequest(request: FastifyRequest): Caller {
  if (request.caller === null) throw new ApiError('missing_api_key')
  return request.caller
}

export const forbiddenError = (roles: readonly ApiKeyRole[]): ApiError =>
  new ApiError('insufficient_permissions', {
    message: `This needs an API key of the role ${roles.join(' or ')}.`,
    details: { roles },
  })
