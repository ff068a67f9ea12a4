import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { afterAll, afterEach } from 'vitest'
import { isAllowedLongLoopTurn, LONGEST_LOOP_TURN_MS, EventLoopTurnWatch } from './turn-watch.ts'

/**
 * Watches the one thread of every service that a test starts. While a turn of the event loop lasts, the node answers nobody, so a turn that
 * takes long fails the test, with the names of the operations that ran.
 */
const watch = new EventLoopTurnWatch()
watch.start()

function observe(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRequest', (request, _reply, next) => {
    // Event streams are not counted as running requests: they stay open while the test itself computes.
    if (!request.url.startsWith('/v1/events/stream')) watch.began(request)
    next()
  })
  fastify.addHook('onResponse', (request, _reply, next) => {
    watch.ended(request, nameOf(request))
    next()
  })
}

const nameOf = ({ operation = 'unknown', method, url }: Partial<FastifyRequest>): string =>
  operation === 'unknown' ? `${method} ${url}` : operation

const CHANNEL = 'fastify.initialization'
subscribe(CHANNEL, observe)
afterAll(() => {
  unsubscribe(CHANNEL, observe)
  watch.stop()
})

function report(): void {
  const long = watch.take(nameOf).filter((turn) => !isAllowedLongLoopTurn(turn))
  if (long.length === 0) return
  const lines = long.map(({ cpuMs, operations }) => `${Math.round(cpuMs)} ms: ${operations.join(', ')}`)
  throw new Error(
    `Turns of the event loop that took more than ${LONGEST_LOOP_TURN_MS} ms of the thread's own time:\n${lines.join('\n')}`,
  )
}
afterEach(report)
afterAll(report)
