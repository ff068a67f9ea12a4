import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MOST_WAIT_SECONDS } from '../../contract/resources/intents.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import { unavailable } from '../../contract/unavailable.ts'
import { SECOND_MS } from '../../lib/clock.ts'
import { deadlines } from '../../lib/traffic/deadlines.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What this route answers is made without the database, and is waited for where the machine is busy. */
    takesItsTime?: true
  }
  interface FastifyRequest {
    /** `performance.now()` when the node began to wait for the body. Null: it does not. */
    uploadSinceMs: number | null
    /** What the body took to arrive. */
    uploadMs: number
    /** Set when the work of an operation begins that may store something. */
    mayBeStored: boolean
  }
}

const LOOK_EVERY_MS = 50

/**
 * Answers `unavailable` to every request that takes Purser too long, wherever it hangs: at its key, behind others, in a
 * statement. What the request has begun goes on or is rolled back; the caller is told nothing about it. The time that its
 * body takes to arrive is the caller's: a slow line has as long as `requestTimeout` gives it. One timer looks after all
 * requests, oldest first: one of its own would cost each request more than all other hooks together.
 */
export function answerInTime(app: FastifyInstance): void {
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
      if (ageMs < deadlines.answer) return
      if (ageMs - uploadedMs(request, now) < deadlines.answer + waitMs(request)) continue
      waiting.delete(reply)
      if (reply.sent || takesItsTime(request)) continue
      // Its work goes on, and may end with a commit.
      reply.send(unavailable(request.mayBeStored ? 'fate_unknown' : 'database_unavailable'))
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

/** What the caller has asked to wait for a change. */
function waitMs({ operation, query }: FastifyRequest): number {
  if (!isOperation(operation) || !('waits' in operations[operation])) return 0
  const { waitSeconds } = query as { waitSeconds?: unknown }
  const asked = Number(waitSeconds ?? 0)
  return asked > 0 ? Math.min(asked, MOST_WAIT_SECONDS) * SECOND_MS : 0
}

/** A tool of MCP may wait for a person. */
const takesItsTime = ({ operation, routeOptions }: FastifyRequest): boolean =>
  operation === 'mcp' ||
  routeOptions.config.takesItsTime === true ||
  (isOperation(operation) && 'takesItsTime' in operations[operation])

const isOperation = (reached: FastifyRequest['operation']): reached is OperationName => reached in operations
