import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../contract/errors.ts'
import type { Authenticator, Caller } from '../services/request/authenticate.ts'
import type { Allowance, RateLimiter } from '../services/request/rate-limit.ts'
import { tooMuchUnsent } from './send.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set below `/v1` once the key is known. */
    caller: Caller | null
  }
}

/**
 * The first two gates below `/v1`: who asks, and whether the key has a request left in this minute. Waits only where the
 * key or its allowance has to be read.
 */
export function admission(authenticator: Authenticator, limiter: RateLimiter | null) {
  const admit = (request: FastifyRequest, reply: FastifyReply, caller: Caller): Promise<void> | undefined => {
    request.caller = caller
    if (!request.server.unsent.hasRoom(caller.principal.keyId)) throw tooMuchUnsent()
    if (limiter === null || caller.requestsPerMinute === null) return undefined
    const taken = limiter.take(caller.principal.keyId, caller.requestsPerMinute)
    if (taken instanceof Promise) return taken.then((allowance) => pass(reply, allowance))
    pass(reply, taken)
    return undefined
  }
  return (request: FastifyRequest, reply: FastifyReply, next: () => void): Promise<void> | undefined => {
    const known = authenticator.authenticate(request.headers.authorization)
    const wait =
      known instanceof Promise ? known.then((caller) => admit(request, reply, caller)) : admit(request, reply, known)
    if (wait === undefined) next()
    return wait
  }
}

function pass(reply: FastifyReply, allowance: Allowance): void {
  showAllowance(reply, allowance)
  if (!allowance.passed) throw new ApiError('rate_limited', { retryAfterSeconds: allowance.resetSeconds })
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
