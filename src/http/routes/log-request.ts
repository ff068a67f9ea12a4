import type { FastifyRequest } from 'fastify'
import { type OperationName, operations } from '../../contract/operations.ts'
import type { RequestLog } from '../../services/request/request-log.ts'

declare module 'fastify' {
  interface FastifyInstance {
    requestLog: Pick<RequestLog, 'note'>
  }
}

/** Puts a request of an API key into the key's log. Requests of people are not logged. */
export function logRequest(request: FastifyRequest, { status, body }: { status: number; body: string | Buffer }): void {
  const { caller, operation } = request
  if (caller?.principal.type !== 'key') return
  request.server.requestLog.note({
    key_id: caller.principal.id,
    id: request.ownId,
    account_id: caller.principal.accountId,
    request_id: request.id,
    method: request.method,
    path: plainPath(request.url),
    operation: isOperation(operation) ? operation : null,
    status,
    error_code: status < 400 ? null : errorCodeOf(body),
    duration_ms: Math.round(performance.now() - request.startedAtMs),
  })
}

const isOperation = (reached: FastifyRequest['operation']): reached is OperationName =>
  Object.hasOwn(operations, reached)

const ERROR_CODE = /^\{"error":\{"code":"([a-z_]+)"/
/** The code of an error's body. The bodies of all errors begin with it. */
const errorCodeOf = (body: string | Buffer): string | null => ERROR_CODE.exec(body.toString('utf8'))?.[1] ?? null

const OMITTED = '…'
const ID = /^[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{26}$/
const MOST_STEPS = 10
const paths = new Set(['/mcp', ...Object.values(operations).map(({ path }) => `/v1${path}`)])
const words = new Set([...paths].flatMap((path) => path.split('/')).filter((word) => !word.startsWith('{')))

/**
 * The path of a URL without its query, for people to read. Only words of the API and ids of Purser are kept: whatever else stands in a path
 * may be a secret or a card number that was put there by mistake.
 */
export function plainPath(url: string): string {
  const [path = ''] = url.split('?', 1)
  if (paths.has(path)) return path
  const steps = path.split('/', MOST_STEPS + 1)
  const plain = steps.slice(0, MOST_STEPS).map((step) => (words.has(step) || ID.test(step) ? step : OMITTED))
  return [...plain, ...(steps.length > MOST_STEPS ? [OMITTED] : [])].join('/')
}
