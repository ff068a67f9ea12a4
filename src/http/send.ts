import type { FastifyReply } from 'fastify'
import type { Reply } from '../services/request/reply.ts'
import type { HttpTelemetry } from './telemetry.ts'

declare module 'fastify' {
  interface FastifyInstance {
    telemetry: HttpTelemetry
  }
  interface FastifyRequest {
    /** `performance.now()` when the request arrived. */
    startedAtMs: number
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends a reply and counts it; nothing where the request was answered without waiting for it. */
export function send(reply: FastifyReply, answer: Reply): FastifyReply {
  if (reply.sent) return reply
  const { request, server } = reply
  if (answer.replayed) reply.header('idempotent-replayed', 'true')
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', String(answer.retryAfterSeconds))
  if (answer.status === 401) reply.header('www-authenticate', 'Bearer')
  server.telemetry.replied({
    operation: request.operation,
    status: answer.status,
    durationMs: performance.now() - request.startedAtMs,
  })
  return reply.code(answer.status).header('content-type', JSON_TYPE).send(answer.body)
}
