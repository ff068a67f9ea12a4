import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../contract/errors.ts'
import type { Authenticator, Caller } from '../services/authenticate.ts'
import type { Allowance, RateLimiter } from '../services/rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set below `/v1` once the key is known. */
    caller: Caller | null
  }
}

/** The first two gates below `/v1`: who asks, and whether the key has a request left in this minute. */
export function admission(authenticator: Authenticator, limiter: RateLimiter | null) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const known = authenticator.authenticate(request.headers.authorization)
    const caller = known instanceof Promise ? await known : known
    request.caller = caller
    if (limiter === null || caller.requestsPerMinute === null) return
    const taken = limiter.take(caller.principal.keyId, caller.requestsPerMinute)
    const allowance = taken instanceof Promise ? await taken : taken
    showAllowance(reply, allowance)
    if (!allowance.passed) throw new ApiError('rate_limited', { retryAfterSeconds: allowance.resetSeconds })
  }
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
