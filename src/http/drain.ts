import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    drain: Drain
  }
}

/** The time between the wish to stop and the stop itself. */
export interface Drain {
  readonly isDraining: boolean
  /** From now on `/readyz` answers 503 and each reply closes its connection. Everything else is served as before. */
  begin(): void
}

/**
 * A load balancer that learns from `/readyz` takes the node out of its rotation, and with each reply `Connection: close` it gives up
 * one of the connections that it keeps, so that none of them is in use when the stop closes them. Once the stop has begun, the header
 * is what lets it end: a connection whose last request was in flight would otherwise stay open for as long as the client keeps it.
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
