import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MAX_INTENT_WAIT_SECONDS } from '../../contract/resources/intents.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import { serviceUnavailableError } from '../../contract/unavailable.ts'
import { SECOND_MS } from '../../lib/clock.ts'
import { answerStepDeadlinesMs } from '../../lib/traffic/deadlines.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers without the database. The deadline does not apply to it, so that even a busy machine finishes the answer. */
    takesItsTime?: true
  }
  interface FastifyRequest {
    /** `performance.now()` when the node began to wait for the request's body. Null: the node is not waiting for it. */
    uploadSinceMs: number | null
    /** How many milliseconds the request's body took to arrive. */
    uploadMs: number
    /** Whether an operation that may store something has begun. */
    mayBeStored: boolean
  }
}

const LOOK_EVERY_MS = 50

/**
 * Answers `serviceUnavailableError` to every request that takes Purser too long, whether it waits for its API key, for other requests or for a
 * statement. A request that only reads is then stopped; any other goes on, or is rolled back, and its outcome is not sent to the caller any
 * more. The time in which the body arrives does not count: a slow line has as long as `requestTimeout` allows. One timer checks all
 * requests, oldest first, because a timer for each would cost a request more than all other hooks together.
 */
export function limitRequestAnswerTime(app: FastifyInstance): void {
  const waiting = new Set<FastifyReply>()
  app.decorateRequest('uploadSinceMs', null)
  app.decorateRequest('uploadMs', 0)
  app.decorateRequest('mayBeStored', false)
  app.addHook('onRequest', (_request, reply, next) => {
    waiting.add(reply)
    next()
  })
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    request.uploadSinceMs = performance.now()
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    request.uploadMs = uploadedMs(request, performance.now())
    request.uploadSinceMs = null
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    waiting.delete(reply)
    done(null, payload)
  })
  const look = () => {
    const now = performance.now()
    for (const reply of waiting) {
      const { request } = reply
      const ageMs = now - request.startedAtMs
      if (ageMs < answerStepDeadlinesMs.answer) return
      if (ageMs - uploadedMs(request, now) < answerStepDeadlinesMs.answer + waitMs(request)) continue
      waiting.delete(reply)
      if (reply.sent || takesItsTime(request)) continue
      // The work of a request that was answered `serviceUnavailableError` goes on, and may end with a commit.
      reply.send(serviceUnavailableError(request.mayBeStored ? 'fate_unknown' : 'database_unavailable'))
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    done()
  })
}

const uploadedMs = ({ uploadSinceMs, uploadMs }: FastifyRequest, now: number): number =>
  uploadSinceMs === null ? uploadMs : now - uploadSinceMs

/** How many milliseconds the caller has asked to wait for a change. */
function waitMs({ operation, query }: FastifyRequest): number {
  if (!isOperation(operation) || !('waits' in operations[operation])) return 0
  const { waitSeconds } = query as { waitSeconds?: unknown }
  const asked = Number(waitSeconds ?? 0)
  return asked > 0 ? Math.min(asked, MAX_INTENT_WAIT_SECONDS) * SECOND_MS : 0
}

/** Whether the deadline does not apply to this request. It does not apply to `/mcp`, because a tool may wait for a person. */
const takesItsTime = ({ operation, routeOptions }: FastifyRequest): boolean =>
  operation === 'mcp' ||
  routeOptions.config.takesItsTime === true ||
  (isOperation(operation) && 'takesItsTime' in operations[operation])

const isOperation = (reached: FastifyRequest['operation']): reached is OperationName => reached in operations
