import type { FastifyRequest } from 'fastify'
import { type OperationName, operations } from '../../contract/operations.ts'
import type { KeyRequestLog } from '../../services/request/request-log.ts'

declare module 'fastify' {
  interface FastifyInstance {
    requestLog: Pick<KeyRequestLog, 'note'>
  }
}

/** Puts a request of an API key into the key's log. Requests of people are not logged. */
export function logApiKeyRequest(
  request: FastifyRequest,
  { status, body }: { status: number; body: string | Buffer },
): void {
  const { caller, operation } = request
  if (caller?.principal.type !== 'key') return
  request.server.requestLog.note({
    key_id: caller.principal.id,
    id: request.ownId,
    account_id: caller.principal.accountId,
    request_id: request.id,
    method: request.method,
    url: request.url,
    operation: isOperation(operation) ? operation : null,
    status,
    error_code: status < 400 ? null : errorCodeOf(body),
    by_token: caller.principal.token !== undefined,
    duration_ms: Math.round(performance.now() - request.startedAtMs),
  })
}

const isOperation = (reached: FastifyRequest['operation']): reached is OperationName =>
  Object.hasOwn(operations, reached)

const ERROR_CODE = /^\{"error":\{"code":"([a-z_]+)"/
/** The code of an error's body. The bodies of all errors begin with it. */
const errorCodeOf = (body: string | Buffer): string | null => ERROR_CODE.exec(body.toString('utf8'))?.[1] ?? null
