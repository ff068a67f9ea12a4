import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    drain: NodeDrainState
  }
}

/** The state of a node that is about to stop, and still serves requests. */
export interface NodeDrainState {
  readonly isDraining: boolean
  /** Begins to drain: from now on `/readyz` answers 503, and each reply closes its connection. Requests are still served as before. */
  begin(): void
}

/**
 * Lets a node stop without dropping requests. A load balancer that reads `/readyz` sends no more requests to the node. With each reply that
 * has `Connection: close` the load balancer gives up one of its open connections to the node, so that no connection is in use when the node
 * closes them all. The stop itself needs this header, too: without it, a connection whose last request was in flight would stay open for as
 * long as the client wants.
 */
export function makeServerDrainable(app: FastifyInstance): void {
  let isDraining = false
  const begin = () => {
    isDraining = true
  }
  app.decorate('drain', {
    get isDraining() {
      return isDraining
    },
    begin,
  } satisfies NodeDrainState)
  app.addHook('preClose', (done) => {
    begin()
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) reply.header('connection', 'close')
    done(null, payload)
  })
}
