import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDryRun, type Operation } from '../../contract/operation.ts'
import type { ApiError } from '../../contract/errors.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import type { ApiKeyAuthenticator } from '../../services/request/authenticate.ts'
import type { SessionAuthenticator } from '../../services/people/session-authenticator.ts'
import type { ApiAnswerFormat, HttpRequestSource, ServiceSettings } from '../../services/request/context.ts'
import type { IdempotencyClaimMaker } from '../../services/request/idempotency.ts'
import type { RequestFieldReader } from '../../services/request/id-kinds.ts'
import { type OperationHandlers, operationMayStoreData } from '../../services/request/handler.ts'
import type { PerformOperation } from '../../services/request/perform.ts'
import { callerOfRequest, forbiddenError, type IdentifyCaller } from '../admission/admission.ts'
import { recheckCaller, endEventStreamWithCaller } from '../admission/end-with-caller.ts'
import { invalidRequestFieldError } from '../../contract/complaints/json-path.ts'
import { operationInputReader, type RawOperationInput } from '../body/input.ts'
import { readJsonBody } from '../body/json-body.ts'
import { sendApiReply } from './send.ts'
import { knownBrowserCookieIn, providerBrowserCookieIn } from '../admission/session-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The value of the header `Idempotency-Key`. Null: none was sent, or the method does not take one. */
    idempotencyKey: string | null
    /** The operation that the request reached, for the log and the metrics. */
    operation: OperationName | 'issuer' | 'mcp' | 'unknown'
  }
}

export interface OperationRouteServices {
  readonly perform: PerformOperation
  readonly handlers: OperationHandlers
  readonly authenticator: ApiKeyAuthenticator
  readonly sessions: SessionAuthenticator
  readonly claims: IdempotencyClaimMaker
  readonly identify: IdentifyCaller
  readonly settings: Pick<ServiceSettings, 'cardBin'>
}

/**
 * Registers the route of one operation. The route checks role and idempotency key before it reads the body, and then runs the operation.
 */
export function registerOperationRoute(
  v1: FastifyInstance,
  name: OperationName,
  services: OperationRouteServices,
): void {
  const operation: Operation = operations[name]
  const { perform, handlers, authenticator, sessions, claims, identify, settings } = services
  const maxBodyBytes = operation.file?.maxBodyBytes
  const isStoring = operationMayStoreData(handlers[name])
  const mayTakeLong = operation.waits === true || operation.takesItsTime === true
  const readInput = operationInputReader(operation, settings)
  const claimOf = ({ caller, idempotencyKey: key }: FastifyRequest, { params, query, body }: RawOperationInput) => {
    // A dry run changes nothing, so running it twice does no harm: its idempotency key is not claimed.
    if (key === null || caller === null || isDryRun(operation, query)) return null
    // The operation refuses a body with a number that JavaScript cannot hold exactly. Its idempotency key is not claimed, because the claim
    // would have the rounded number, and so be equal to that of another body.
    if (body.inexact !== undefined) return null
    const path = operation.path.replaceAll(PARAMETER, (_, parameter: string) => params[parameter] ?? '')
    return claims(caller.principal, { operation: name, key, path, query, body: body.value })
  }

  v1.route({
    method: operation.method,
    url: operation.path.replaceAll(PARAMETER, ':$1'),
    exposeHeadRoute: false,
    // Moving the test clock ends the rate limit's minute, so an API key that has used up its minute must still be able to move it.
    ...(maxBodyBytes === undefined ? {} : { bodyLimit: maxBodyBytes }),
    config: {
      isNeverRateLimited: operation.testClockOnly === true,
      isKeyless: operation.keyless === true,
      takesFile: maxBodyBytes !== undefined,
    },
    onRequest: (request, _reply, next) => {
      request.operation = name
      if (operation.keyless !== true && !operation.roles.includes(callerOfRequest(request).principal.role))
        return next(forbiddenError(operation.roles))
      if (operation.method === 'GET') return next(hasBody(request) ? bodyOfRead(operation) : undefined)
      request.idempotencyKey = idempotencyKey(request.headers['idempotency-key'])
      next()
    },
    handler: async (request, reply): Promise<FastifyReply> => {
      const raw = rawInput(request)
      request.mayBeStored = isStoring && !isDryRun(operation, raw.query)
      const gone = mayTakeLong || !request.mayBeStored ? endOf(reply) : NEVER
      const answer = await perform({
        name,
        principal: operation.keyless === true ? null : callerOfRequest(request).principal,
        from: originOf(request),
        requestId: request.id,
        ownId: request.ownId,
        claim: claimOf(request, raw),
        sent: sentIn(raw),
        format: formatOf(operation, request.headers.accept),
        lastEventId: lastEventId(request),
        gone,
        waitsUntil: gone,
        input: () => readInput(raw),
      })
      if (answer.file !== undefined && operation.stream !== undefined)
        endEventStreamWithCaller(answer.file.stream, { request, identify, roles: operation.roles })
      if (operation.waits === true) await recheckCaller({ request, identify, roles: operation.roles })
      if (operation.endsKeys === true) authenticator.forget()
      if (operation.endsSessions === true) sessions.forget()
      return sendApiReply(reply, answer)
    },
  })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** The error for a GET with a body. Filters in it would have no effect, and the caller would take the whole list for a filtered one. */
const bodyOfRead = ({ query, path }: Operation): ApiError =>
  invalidRequestFieldError('', 'A GET takes no body.', {
    hint: query === undefined ? 'Leave it out.' : `Leave it out. Filters are in the URL: \`/v1${path}?...\`.`,
  })

function formatOf({ csv, file, method }: Operation, accept = ''): ApiAnswerFormat {
  if (csv !== undefined && asksCsv(accept)) return 'csv'
  return file !== undefined && method === 'GET' && !typesIn(accept).has('application/json') ? 'file' : 'json'
}

/** Whether the header `Accept` asks for CSV. A caller that also accepts JSON gets JSON. */
function asksCsv(accept: string): boolean {
  const types = typesIn(accept)
  return types.has('text/csv') && !types.has('application/json')
}

const typesIn = (accept: string) =>
  new Set(accept.split(',').map((range) => range.split(';', 1)[0]?.trim().toLowerCase()))

const lastEventId = ({ headers }: FastifyRequest): string | undefined => {
  const id = headers['last-event-id']
  return typeof id === 'string' ? id : undefined
}

/** A signal that aborts when the reply was sent or the connection has closed, because then nobody waits for the answer. */
function endOf({ raw }: FastifyReply): AbortSignal {
  const end = new AbortController()
  raw.once('close', () => end.abort())
  return end.signal
}
const NEVER = new AbortController().signal

const originOf = ({ ip, headers }: FastifyRequest): HttpRequestSource => ({
  address: ip,
  userAgent: headers['user-agent'],
  host: headers.host ?? '',
  knownBrowser: knownBrowserCookieIn(headers.cookie),
  providerBrowser: providerBrowserCookieIn(headers.cookie),
})

const PARAMETER = /\{(\w+)\}/g

const rawInput = (request: FastifyRequest): RawOperationInput => {
  const params = pathParams(request.params as Record<string, string>)
  const { name, ...query } = request.query as RawOperationInput['query']
  const body = request.body as Buffer | undefined
  if (!request.isRawFile || body === undefined)
    return { params, query: request.query as RawOperationInput['query'], body: readJsonBody(body) }
  const value = { ...(name === undefined ? {} : { name }), content: body.toString('base64') }
  return { params, query, body: { value, looseIntegers: undefined, inexact: undefined } }
}

const sentIn =
  ({ params, body: { value } }: RawOperationInput): RequestFieldReader =>
  (field) =>
    params[field] ?? (value as Partial<Record<string, unknown>> | null | undefined)?.[field]

const PLAUSIBLE_ID = /^[\x21-\x7e]{1,64}$/
const NO_ID = '-'

/**
 * Replaces every path parameter that cannot be an id by an id that no object has. So a NUL, which breaks a statement, never reaches the
 * database.
 */
function pathParams(params: Record<string, string>): Record<string, string> {
  for (const name in params) if (!PLAUSIBLE_ID.test(params[name] ?? '')) params[name] = NO_ID
  return params
}

const KEY = /^[\x21-\x7e]{1,255}$/
const HEADER = 'Idempotency-Key'

/**
 * The idempotency key in a header. A bare key and the same key in quotes count as the same key (contract, section 2, Idempotency). Null
 * where the header is absent.
 */
function idempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const text = String(header)
  const key = text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text
  if (!KEY.test(key))
    throw invalidRequestFieldError(HEADER, `\`${HEADER}\` must have 1 to 255 visible ASCII characters.`, {
      hint: 'For instance a new UUID for each thing to be done.',
    })
  return key
}
