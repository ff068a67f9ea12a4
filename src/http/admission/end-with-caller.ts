import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { ApiKeyRole } from '../../contract/resources/api-keys.ts'
import { ApiError } from '../../contract/errors.ts'
import { callerOfRequest, forbiddenError, type IdentifyCaller } from './admission.ts'

const LOOK_EVERY_MS = 2000

interface Watched {
  readonly request: FastifyRequest
  readonly identify: IdentifyCaller
  readonly roles: readonly ApiKeyRole[]
}

/** Ends a stream of events once its caller may no longer receive it. */
export function endEventStreamWithCaller(stream: Readable, watched: Watched): void {
  const stopWatching = watchCallerRights(watched, () => stream.destroy())
  stream.once('close', stopWatching)
}

/**
 * Calls `end` when the caller's API key is revoked or has expired, when the session or access token is over, or when the caller has lost
 * the required role. A database or an issuer that does not answer for a moment ends nothing. The returned function stops the watching.
 */
export function watchCallerRights({ request, identify, roles }: Watched, end: () => void): () => void {
  const { id } = callerOfRequest(request).principal
  const look = async () => {
    const { principal } = await identify(request)
    if (principal.id !== id || !roles.includes(principal.role)) end()
  }
  const timer = setInterval(() => {
    look().catch((error: unknown) => {
      if (error instanceof ApiError && (error.code.startsWith('invalid_') || ENDS.has(error.code))) end()
    })
  }, LOOK_EVERY_MS).unref()
  return () => clearInterval(timer)
}

/**
 * Checks the caller of a request again after the request has waited. If the API key was revoked or the role was changed meanwhile, throws
 * the error with which a new request would be refused. A request that took less than 2 s is not checked again.
 */
export async function recheckCaller({ request, identify, roles }: Watched): Promise<void> {
  if (performance.now() - request.startedAtMs < LOOK_EVERY_MS) return
  const { principal } = await identify(request)
  if (principal.id !== callerOfRequest(request).principal.id || !roles.includes(principal.role))
    throw forbiddenError(roles)
}

const ENDS = new Set<string>(['expired_api_key', 'missing_api_key', 'address_not_allowed', 'token_not_bound'])
