import type { FastifyInstance } from 'fastify'
import { beginRequestSpan, isTracing, type RequestSpan } from '../lib/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request. Null: the request is not traced. */
    span: RequestSpan | null
  }
}

/** Makes a span for each request, until its connection has closed the response. Without an OpenTelemetry SDK it adds no hook. */
export function traceHttpRequests(app: FastifyInstance): void {
  app.decorateRequest('span', null)
  if (!isTracing) return
  app.addHook('onRequest', (request, reply, next) => {
    const { method, routeOptions, headers, ownId } = request
    const span = beginRequestSpan({ method, route: routeOptions.url, headers, id: ownId })
    request.span = span
    if (span === null) return next()
    reply.raw.once('close', () => {
      const { headersSent, statusCode, writableFinished } = reply.raw
      span.end({ status: headersSent ? statusCode : null, aborted: !writableFinished })
    })
    span.run(next)
  })
  // Node reads a body in the context of its connection, so the request's context is entered again.
  app.addHook('preHandler', (request, _reply, next) => {
    if (request.span === null) next()
    else request.span.run(next)
  })
}
