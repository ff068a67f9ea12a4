import type { FastifyInstance } from 'fastify'
import type { HttpLogger } from './logger.ts'
import { namesOf } from './admission/refusals.ts'

/**
 * A line for each request when its connection is done with it: method, pattern of the route, status, duration and ids. The URL itself
 * is left out, for its query may hold what somebody looks for. `aborted`: the caller went before the reply was sent.
 */
export function logAccess(app: FastifyInstance, logger: HttpLogger): void {
  app.addHook('onRequest', (request, reply, next) => {
    reply.raw.once('close', () => {
      const durationMs = Math.round(performance.now() - request.startedAtMs)
      const { method } = request
      const aborted = reply.raw.writableFinished ? {} : { aborted: true }
      logger.info({ method, ...namesOf(request), status: reply.statusCode, durationMs, ...aborted }, 'request')
    })
    next()
  })
}
