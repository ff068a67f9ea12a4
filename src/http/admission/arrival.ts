import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions } from 'fastify'
import { badField } from '../../contract/complaints/json-path.ts'
import type { Ids } from '../../lib/ids.ts'
import { errorReply } from '../../services/request/reply.ts'

/** A request has so long to arrive, headers and body together. */
const TIMEOUT_MS = 30_000
/** How often Node looks for requests that take too long. It does so every 30 s unless it is told, so that they lasted up to twice as long. */
const CHECK_EVERY_MS = 500

/** How a request arrives: in time, and as HTTP. */
export const arrival = ({ ids, timeoutMs = TIMEOUT_MS }: { ids: Ids; timeoutMs?: number | undefined }) =>
  ({
    requestTimeout: timeoutMs,
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, { requestId: ids('req'), timeoutMs }),
    http: {
      requireHostHeader: false, // Node refuses with an empty reply
      connectionsCheckingInterval: CHECK_EVERY_MS,
      headersTimeout: timeoutMs, // of two times that differ, Node takes the longer one for the whole request
    },
  }) satisfies FastifyHttpOptions<Server>

/** What is no HTTP, has too long headers or does not arrive in time gets an error of the usual shape. */
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
  const { body } = errorReply(
    badField('', message, { hint: 'Check that an HTTP client sent it, and a proxy on the way did not change it.' }),
    requestId,
  )
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
