import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../contract/errors.ts'
import { type OperationName, operations } from '../contract/operations.ts'

/** Less than the two seconds in which a slow database must be answered for (`I-10` of docs/invariants.md). */
const PATIENCE_MS = 1750
const LOOK_EVERY_MS = 50

/**
 * Answers `unavailable` to every request that takes too long, wherever it hangs: at its key, behind others, in a
 * statement. What the request has begun goes on or is rolled back; the caller is told nothing about it. One timer looks
 * after all requests, oldest first: one of its own would cost each request more than all other hooks together.
 */
export function answerInTime(app: FastifyInstance): void {
  const waiting = new Set<FastifyReply>()
  app.addHook('onRequest', (_request, reply, next) => {
    waiting.add(reply)
    next()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    waiting.delete(reply)
    done(null, payload)
  })
  const look = () => {
    const latest = performance.now() - PATIENCE_MS
    for (const reply of waiting) {
      if (reply.request.startedAtMs > latest) return
      waiting.delete(reply)
      if (!reply.sent && !takesItsTime(reply.request)) {
        reply.send(new ApiError('unavailable', { retryAfterSeconds: 1 }))
      }
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    done()
  })
}

/** Moving the test clock does everything that falls due meanwhile (contract, section 11). */
const takesItsTime = ({ operation }: FastifyRequest): boolean =>
  operation !== 'unknown' && 'testClockOnly' in operations[operation satisfies OperationName]
