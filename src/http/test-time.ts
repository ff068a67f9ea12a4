import type { FastifyInstance } from 'fastify'
import type { NodeDeps } from '../services/request/context.ts'

/**
 * Lets replies have the test clock's time in the header `Date`, if there is a test clock: clients compute with the node's time, and not
 * with their own.
 */
export function sendTestClockDate(
  app: FastifyInstance,
  { clock, testClock }: Pick<NodeDeps, 'clock' | 'testClock'>,
): void {
  if (testClock === null) return
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('date', new Date(clock.now()).toUTCString())
    done(null, payload)
  })
}
