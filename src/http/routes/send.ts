import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiError } from '../../contract/errors.ts'
import { serviceUnavailableError, serviceUnavailableReasons } from '../../contract/unavailable.ts'
import { errorReply, type ServerRefusalReason, type OperationReply } from '../../services/request/reply.ts'
import { requestLogFields } from '../admission/refusals.ts'
import { providerSignInCookie, sessionCookies } from '../admission/session-cookie.ts'
import type { HttpTelemetry } from '../telemetry.ts'
import { logApiKeyRequest } from './log-request.ts'

declare module 'fastify' {
  interface FastifyInstance {
    telemetry: HttpTelemetry
  }
  interface FastifyRequest {
    /** `performance.now()` when the request arrived. */
    startedAtMs: number
  }
}

const CSV_TYPE = 'text/csv; charset=utf-8; header=present'
const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends a reply and counts it. Does nothing where the request was answered already, because it took too long. */
export function sendApiReply(reply: FastifyReply, made: OperationReply): FastifyReply {
  if (reply.sent) {
    made.file?.stream.destroy()
    return reply
  }
  const { request, server } = reply
  const answer = roomFor(reply, made) ? made : errorReply(tooMuchUnsentError(request), request.id)
  if (answer !== made) made.file?.stream.destroy()
  if (answer.replayed) reply.header('idempotent-replayed', 'true')
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', String(answer.retryAfterSeconds))
  if (answer.session !== undefined) reply.header('set-cookie', sessionCookies(answer.session))
  if (answer.providerBrowser !== undefined) reply.header('set-cookie', providerSignInCookie(answer.providerBrowser))
  const { challenge = answer.status === 401 ? 'Bearer' : undefined } = answer
  if (challenge !== undefined) reply.header('www-authenticate', challenge)
  server.telemetry.replied({
    operation: request.operation,
    status: answer.status,
    durationMs: performance.now() - request.startedAtMs,
  })
  logApiKeyRequest(request, answer)
  if (answer.refusal !== undefined) noteRefusal(request, answer.refusal)
  reply.code(answer.status)
  if (answer.file === undefined) return reply.header('content-type', JSON_TYPE).send(answer.body)
  return reply.headers({ 'content-type': CSV_TYPE, ...answer.file.headers }).send(answer.file.stream)
}

/**
 * Whether the caller's API key has room for a reply beside its replies that were not received yet. An error always has room, because it is
 * short.
 */
function roomFor({ request, server }: FastifyReply, { status, body }: OperationReply): boolean {
  if (status >= 400 || request.caller === null) return true
  return server.unsent.hasRoom(request.caller.principal, Buffer.byteLength(body))
}

/**
 * The refusal of an API key whose earlier replies are not being read. If the operation may already have run, it says that the outcome is
 * unknown.
 */
export const tooMuchUnsentError = ({ mayBeStored }: Pick<FastifyRequest, 'mayBeStored'>): ApiError =>
  mayBeStored
    ? serviceUnavailableError('fate_unknown', { message: serviceUnavailableReasons.replies_unread.message })
    : serviceUnavailableError('replies_unread')

const noteRefusal = (request: FastifyRequest, reason: ServerRefusalReason): void =>
  request.server.refusals.note({
    operation: request.operation,
    reason,
    fields: { ...requestLogFields(request), ...(request.fault === undefined ? {} : { err: request.fault }) },
  })
