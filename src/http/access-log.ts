import type { FastifyInstance } from 'fastify'
import type { HttpLogger } from './logger.ts'
import { requestLogFields } from './admission/refusals.ts'

/**
 * Writes one line to the log for each request, when its connection has closed the response: method, pattern of the route, status, duration
 * and ids. The request's URL itself is left out, because its query may contain what somebody searches for. `aborted` says that the caller
 * disconnected before the reply was sent.
 */
export function logAccess(app: FastifyInstance, logger: HttpLogger): void {
  app.addHook('onRequest', (request, reply, next) => {
    reply.raw.once('close', () => {
      const durationMs = Math.round(performance.now() - request.startedAtMs)
      const { method } = request
      const aborted = reply.raw.writableFinished ? {} : { aborted: true }
      logger.info({ method, ...requestLogFields(request), status: reply.statusCode, durationMs, ...aborted }, 'request')
    })
    next()
  })
}
