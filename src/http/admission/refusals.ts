import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Principal } from '../../services/request/context.ts'
import type { ServerRefusalReason } from '../../services/request/reply.ts'
import type { HttpLogger } from '../logger.ts'

declare module 'fastify' {
  interface FastifyInstance {
    refusals: ServerRefusalLog
  }
  interface FastifyRequest {
    /** The unforeseen error that a request's work has thrown, if the reply is 500. */
    fault: unknown
  }
}

/** A reply 500 or 503 as it is counted and logged. */
export interface ServerRefusal {
  readonly operation: string
  readonly reason: ServerRefusalReason
  /** The log's facts about the request beside operation and reason: ids and the pattern of its route, and nothing that the caller sent. */
  readonly fields: object
}

/** Counts replies 500 and 503, and writes them to the log. */
export interface ServerRefusalLog {
  note(refused: ServerRefusal): void
}

const WINDOW_MS = 1000
/** How many replies of one operation and reason are written to the log in full within a second. */
const IN_FULL = 5

interface Window {
  readonly sinceMs: number
  readonly first: ServerRefusal
  written: number
  more: number
}

interface RefusalsOptions {
  readonly logger: HttpLogger
  readonly nowMs?: () => number
}

/**
 * Writes one line to the log for each reply 500 or 503, with the request's id. Of replies with the same operation and reason, five in a
 * second are written, and then one line says how many more there were: an outage must not fill the disk.
 */
export function logServerRefusals(
  app: FastifyInstance,
  { logger, nowMs = () => performance.now() }: RefusalsOptions,
): void {
  const windows = new Map<string, Window>()
  let timer: NodeJS.Timeout | null = null

  const end = (key: string, { first: { operation, reason }, more }: Window) => {
    windows.delete(key)
    if (more > 0) logger.warn({ operation, reason, more }, 'more requests were refused within a second')
  }
  const endAll = (before: number) => {
    for (const [key, window] of windows) if (window.sinceMs <= before) end(key, window)
    timer = windows.size === 0 ? null : setTimeout(() => endAll(nowMs() - WINDOW_MS), WINDOW_MS).unref()
  }
  const windowOf = (refused: ServerRefusal): Window => {
    const key = `${refused.operation} ${refused.reason}`
    const known = windows.get(key)
    if (known !== undefined && nowMs() - known.sinceMs < WINDOW_MS) return known
    if (known !== undefined) end(key, known)
    const window = { sinceMs: nowMs(), first: refused, written: 0, more: 0 }
    windows.set(key, window)
    timer ??= setTimeout(() => endAll(nowMs() - WINDOW_MS), WINDOW_MS).unref()
    return window
  }

  app.decorateRequest('fault', undefined)
  app.decorate('refusals', {
    note: (refused) => {
      const { operation, reason, fields } = refused
      app.telemetry.refused({ operation, reason })
      const window = windowOf(refused)
      if (window.written === IN_FULL) {
        window.more += 1
        return
      }
      window.written += 1
      if (reason === 'internal_error') logger.error({ ...fields, operation, reason }, 'a request failed')
      else logger.warn({ ...fields, operation, reason }, 'a request was refused')
    },
  } satisfies ServerRefusalLog)
  app.addHook('onClose', (_app, done) => {
    if (timer !== null) clearTimeout(timer)
    endAll(Number.POSITIVE_INFINITY)
    done()
  })
}

/** The log's facts about a request's access token: for whom it is and which client sent it. The token itself is in no log. */
const tokenOf = (token: Principal['token']): object =>
  token === undefined ? {} : { tokenSubject: token.subject, tokenClient: token.clientId }

/**
 * The fields that identify a request in the log. `ownId` is added only where the caller gave the request another id, and the ids of its span
 * only where the span is recorded.
 */
export const requestLogFields = ({ id, ownId, routeOptions, caller, span }: FastifyRequest): object => ({
  requestId: id,
  ...(id === ownId ? {} : { ownId }),
  route: routeOptions.url ?? null,
  keyId: caller?.principal.id ?? null,
  ...tokenOf(caller?.principal.token),
  ...span?.ids,
})
