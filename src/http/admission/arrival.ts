import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions } from 'fastify'
import { invalidRequestFieldError } from '../../contract/complaints/json-path.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import type { IdMaker } from '../../lib/ids.ts'
import type { HttpLogger } from '../logger.ts'
import { errorReply } from '../../services/request/reply.ts'

/** How many milliseconds a request may take to arrive, headers and body together. */
const TIMEOUT_MS = 30_000
/**
 * Milliseconds between two checks of Node for requests that take too long to arrive. With Node's default of 30 s such a request lasted up
 * to twice as long as allowed.
 */
const CHECK_EVERY_MS = 500

interface ArrivalOptions {
  readonly ids: IdMaker
  readonly logger: Pick<HttpLogger, 'warn'>
  readonly timeoutMs?: number | undefined
}

const CAME_BY_TLS =
  'somebody called this port by https://, but it speaks HTTP alone: call it by http://, or put a proxy with TLS before it'

/** Whether the received bytes begin like a TLS connection: with the type of a handshake record (22) and the version's first byte (3). */
function isTls(error: object): boolean {
  const { rawPacket } = error as { rawPacket?: Uint8Array } // a Buffer, whatever Fastify's types say
  return rawPacket?.[0] === 22 && rawPacket[1] === 3
}

/** Fastify's options that refuse requests which do not arrive within `timeoutMs` milliseconds, or are not HTTP. */
export function requestArrivalLimits({ ids, logger, timeoutMs = TIMEOUT_MS }: ArrivalOptions) {
  const noteTls = tlsNoter(logger)
  return {
    requestTimeout: timeoutMs,
    clientErrorHandler: (error, socket) => {
      if (isTls(error)) noteTls()
      refuseUnreadable(error, socket, { requestId: ids('req'), timeoutMs })
    },
    http: {
      requireHostHeader: false, // with `true`, Node would refuse such a request with an empty reply
      connectionsCheckingInterval: CHECK_EVERY_MS,
      headersTimeout: timeoutMs, // Node takes the longer of its two timeouts for the whole request, so both are the same
    },
  } satisfies FastifyHttpOptions<Server>
}

/** Makes a function that writes to the log that a caller used https. It writes once a minute at most, however many callers do. */
function tlsNoter(logger: ArrivalOptions['logger']): () => void {
  let nextMs = 0
  return () => {
    const now = performance.now()
    if (now < nextMs) return
    nextMs = now + MINUTE_MS
    logger.warn({}, CAME_BY_TLS)
  }
}

const NO_HTTP = 'Check that an HTTP client sent the request, and that no proxy on the way changed it.'
const WINDOWS_LINE_END =
  'A header ends with a carriage return: was its value, such as the key, read from a file with Windows line ends? Take them out, for instance with `tr -d "\\r"`.'

/** Whether a header of an unreadable request ends with a carriage return of its own, before the one that ends its line. */
function hasWindowsLineEnd(error: object): boolean {
  const { rawPacket } = error as { rawPacket?: Uint8Array }
  return rawPacket !== undefined && Buffer.from(rawPacket).includes('\r\r\n')
}

/** Refuses with an error of the usual shape a request that is not HTTP, has too long headers, or does not arrive in time. */
function refuseUnreadable(
  error: Error & { code?: string },
  socket: Socket,
  { requestId, timeoutMs }: { requestId: string; timeoutMs: number },
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const message =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? `The request took longer than ${timeoutMs / 1000} s to arrive.`
      : 'The request could not be read as HTTP.'
  const hint = hasWindowsLineEnd(error) ? WINDOWS_LINE_END : NO_HTTP
  const { body } = errorReply(invalidRequestFieldError('', message, { hint }), requestId)
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
