import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    drain: Drain
  }
}

/** The state between the moment when a node is told to stop and the stop itself. */
export interface Drain {
  readonly isDraining: boolean
  /** Makes `/readyz` answer 503 and each reply close its connection. All other requests are served as before. */
  begin(): void
}

/**
 * Lets a node stop without dropping requests. A load balancer that reads `/readyz` takes the node out of its rotation. With each reply
 * `Connection: close` it gives up one of the connections that it keeps, so that none of them is in use when the node closes them. Once the
 * stop has begun, this header is what lets it end: a connection whose last request was in flight would otherwise stay open for as long as
 * the client keeps it.
 */
export function drainable(app: FastifyInstance): void {
  let isDraining = false
  const begin = () => {
    isDraining = true
  }
  app.decorate('drain', {
    get isDraining() {
      return isDraining
    },
    begin,
  } satisfies Drain)
  app.addHook('preClose', (done) => {
    begin()
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) reply.header('connection', 'close')
    done(null, payload)
  })
}
