import type { FastifyInstance } from 'fastify'
import type { Deps } from '../services/request/context.ts'

/** Has answers say the time of the test clock in `Date`, where there is one: clients go by the node's time, and not by their own. */
export function sayTestTime(app: FastifyInstance, { clock, testClock }: Pick<Deps, 'clock' | 'testClock'>): void {
  if (testClock === null) return
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('date', new Date(clock.now()).toUTCString())
    done(null, payload)
  })
}
