import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Role } from '../../contract/resources/api-keys.ts'
import { ApiError } from '../../contract/errors.ts'
import type { Authenticator, Caller } from '../../services/request/authenticate.ts'
import type { Allowance, RateLimiter } from '../../services/request/rate-limit.ts'
import type { SessionAuthenticator } from '../../services/people/session-authenticator.ts'
import { tooMuchUnsent } from '../routes/send.ts'
import { sessionSecret } from './session-cookie.ts'
import type { UnauthenticatedLimit } from './unauthenticated-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the key is known. */
    caller: Caller | null
  }
  interface FastifyContextConfig {
    /** Counts like any other, and is served also where the key has used up its minute. */
    isNeverRateLimited?: boolean
    /** Its body says who asks: signing in is no matter of keys. */
    isKeyless?: boolean
  }
}

/** Who signs in has a password checked, which is as much work as some requests. */
const KEYLESS_COST = 3

/** A hook: goes on with `next` where it need not wait. */
export type Admit = (request: FastifyRequest, reply: FastifyReply, next: () => void) => Promise<void> | undefined

/** Who asks, by key or session. Throws 401 for whoever is nobody, and 429 for whoever has been that too often. */
export type Identify = (request: FastifyRequest) => Caller | Promise<Caller>

export interface Identifiers {
  readonly authenticator: Authenticator
  readonly sessions: SessionAuthenticator
  readonly unauthenticated: UnauthenticatedLimit
}

export const identification =
  ({ authenticator, sessions, unauthenticated }: Identifiers): Identify =>
  (request) => {
    const { headers, ip } = request
    const attempt = { enter: () => unauthenticated.take(ip), leave: () => unauthenticated.giveBack(ip) }
    try {
      const session = headers.authorization === undefined ? sessionSecret(request) : undefined
      if (session !== undefined) return sessions.authenticate(session, attempt)
      return authenticator.authenticate(headers.authorization, ip, attempt)
    } catch (error) {
      const refused = unauthenticated.take(ip)
      if (refused === undefined) throw error
      return refused
    }
  }

export interface Gates {
  readonly identify: Identify
  readonly unauthenticated: UnauthenticatedLimit
  readonly limiter: RateLimiter | null
}

/**
 * The first gates below `/v1`: who asks, and whether the key has a request left in this minute. Waits only where the
 * key or its allowance has to be read. Whoever has no valid key asks as often as its address may, and is not looked up beyond that.
 */
export function admission({ identify, unauthenticated, limiter }: Gates): Admit {
  const admit = (request: FastifyRequest, reply: FastifyReply, caller: Caller): Promise<void> | undefined => {
    request.caller = caller
    if (!request.server.unsent.hasRoom(caller.principal.id)) throw tooMuchUnsent(request)
    if (limiter === null || caller.requestsPerMinute === null) return undefined
    const taken = limiter.take(caller.principal.id, caller.requestsPerMinute)
    if (taken instanceof Promise) return taken.then((allowance) => pass(request, reply, allowance))
    pass(request, reply, taken)
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

function pass({ routeOptions }: FastifyRequest, reply: FastifyReply, allowance: Allowance): void {
  showAllowance(reply, allowance)
  if (!allowance.passed && routeOptions.config.isNeverRateLimited !== true)
    throw new ApiError('rate_limited', { retryAfterSeconds: allowance.resetSeconds })
}

function showAllowance(reply: FastifyReply, { limit, remaining, resetSeconds }: Allowance): void {
  reply.header('ratelimit-limit', String(limit))
  reply.header('ratelimit-remaining', String(remaining))
  reply.header('ratelimit-reset', String(resetSeconds))
}

/** The caller of a request that has passed the gates. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new ApiError('missing_api_key')
  return request.caller
}

export const forbidden = (roles: readonly Role[]): ApiError =>
  new ApiError('insufficient_permissions', {
    message: `This takes an API key of the role ${roles.join(' or ')}.`,
    details: { roles },
  })
