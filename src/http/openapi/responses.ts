import { ApiError, type ErrorCode, errorCatalogue } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import { errorDetailsReasons, serviceUnavailableError } from '../../contract/unavailable.ts'
import { errorReply } from '../../services/request/reply.ts'
import { CALLERS_REQUEST_ID } from '../routes/request-id.ts'
import {
  recordedRefusalOfAnyOperation,
  recordedEventExample,
  recordedRefusalExamples,
  recordedReplyExamples,
} from './examples.ts'
import { FREE_TEXT_PATTERN, type OpenApiSchemaComponents } from './schemas.ts'

const REQUEST_ID = 'req_01kdvy2n7rj4t8w0q3m5x90001'
const requestId = {
  type: 'string',
  pattern: CALLERS_REQUEST_ID.source,
  maxLength: 128,
  description: 'The `X-Request-Id` that was sent, where it could be taken up, else `req_` and 26 characters.',
} as const

const everywhere: ErrorCode[] = [
  'invalid_request',
  'missing_api_key',
  'invalid_api_key',
  'invalid_session',
  'expired_api_key',
  'insufficient_permissions',
  'address_not_allowed',
  'origin_not_allowed',
  'rate_limited',
  'internal_error',
  'unavailable',
]
const whereSomethingIsSent: ErrorCode[] = [
  'idempotency_in_progress',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
]

/** Every error code that an operation can answer: its own and those that all operations share. */
export const errorCodesOfOperation = (operation: Operation): ErrorCode[] => [
  ...everywhere,
  ...(operation.method === 'GET' ? [] : whereSomethingIsSent),
  ...operation.errors,
]

/** All replies of an operation by status: its answer, and each error with an example. */
export function openApiResponsesOf(name: OperationName, schemas: OpenApiSchemaComponents): Record<string, object> {
  const operation: Operation = operations[name]
  const errors = byStatus(errorCodesOfOperation(operation)).map(([status, codes]): [string, object] => {
    const own = Object.fromEntries(codes.map((code) => [code, recordedRefusalExamples(name, code)]))
    const isShared = codes.every((code) => shared.includes(code) && Object.keys(own[code] ?? {}).length === 0)
    return [status, isShared ? { $ref: `#/components/responses/${status}` } : errorResponse(codes, own)]
  })
  const answer = (status: number, description: string) => ({
    [status]: successResponse(operation, { description, examples: recordedReplyExamples(name, status) }, schemas),
  })
  return {
    ...answer(operation.status, descriptions[operation.status]),
    ...(operation.otherStatus ? answer(operation.otherStatus, 'It existed already: nothing was created.') : {}),
    ...Object.fromEntries(errors),
  }
}

const shared = [...everywhere, ...whereSomethingIsSent]

/** Error codes grouped by their status, in the order of the statuses. */
const byStatus = (codes: readonly ErrorCode[]): [string, ErrorCode[]][] =>
  Object.entries(Object.groupBy(codes, (code) => errorCatalogue[code].status)).map(([status, list]) => [
    status,
    list ?? [],
  ])

const descriptions = { 200: 'OK.', 201: 'Created.', 202: 'Accepted: it will be sent in the background.' }

function successResponse(
  { response, method, csv, stream }: Operation,
  { description, examples }: { description: string; examples: object },
  schemas: OpenApiSchemaComponents,
): object {
  const file = { schema: { type: 'string', description: csv }, example: 'id,createdAt,...\r\n' }
  const names = [
    ...replyHeaders,
    ...(csv === undefined ? [] : ['Link']),
    ...(method === 'GET' ? [] : ['Idempotent-Replayed']),
  ]
  return {
    description,
    headers: references('headers', names),
    content:
      stream === undefined
        ? {
            'application/json': { schema: schemas.use(response), examples },
            ...(csv === undefined ? {} : { 'text/csv': file }),
          }
        : { 'text/event-stream': { schema: { type: 'string', description: stream }, example: MESSAGE } },
  }
}

const MESSAGE = messageOf(recordedEventExample('transaction.created')?.event as { id: string })

function messageOf(event: { readonly id: string }): string {
  return `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`
}

/**
 * The reply of errors that share a status. `own` has examples of one operation, by code, which are shown instead of the example that all
 * operations share.
 */
function errorResponse(codes: readonly ErrorCode[], own: Readonly<Record<string, object>> = {}): object {
  const waits = codes.some((code) => ['rate_limited', 'unavailable', 'idempotency_in_progress'].includes(code))
  const examples = codes.map((code) => {
    const better = own[code] ?? {}
    return Object.keys(better).length > 0 ? better : references('examples', [code])
  })
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join(' '),
    headers: references('headers', [...replyHeaders, ...(waits ? ['Retry-After'] : [])]),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.assign({}, ...examples) as object,
      },
    },
  }
}

const replyHeaders = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

const references = (kind: 'headers' | 'examples', names: readonly string[]): Record<string, object> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${kind}/${name}` }]))

/** The replies that all operations share, which an operation refers to by their status. */
export const openApiResponseComponents = (): Record<string, object> =>
  Object.fromEntries(byStatus(shared).map(([status, codes]) => [status, errorResponse(codes)]))

const exampleOf = (code: ErrorCode): ApiError =>
  code === 'unavailable' ? serviceUnavailableError('database_unavailable') : new ApiError(code)

/**
 * An example of every error of the served operations: a recorded one, or one made from the catalogue for errors that only a fault of the
 * node causes.
 */
export function openApiExampleComponents(served: readonly Operation[]): Record<string, object> {
  const codes = new Set(served.flatMap(errorCodesOfOperation))
  const examples = [...codes].map((code) => {
    const value =
      recordedRefusalOfAnyOperation(code) ?? (JSON.parse(errorReply(exampleOf(code), REQUEST_ID).body) as unknown)
    return [code, { summary: errorCatalogue[code].message, value }]
  })
  return Object.fromEntries(examples) as Record<string, object>
}

const count = (description: string, example: number) => ({
  description,
  schema: { type: 'integer', minimum: 0, maximum: 10_000_000, format: 'int32' },
  example,
})

export const openApiHeaderComponents = {
  'X-Request-Id': { description: 'Names this request, in our log too.', schema: requestId, example: REQUEST_ID },
  'RateLimit-Limit': count('Requests a minute. Absent on keys without a limit.', 100),
  'RateLimit-Remaining': count('Requests left in the minute that began with the first of them.', 99),
  'RateLimit-Reset': count('Seconds until that minute is over.', 30),
  'Retry-After': count('Seconds to wait.', 30),
  Link: {
    description: 'Only on a CSV file that does not hold all: where the next one is, as `rel="next"`.',
    schema: { type: 'string', maxLength: 8192, pattern: FREE_TEXT_PATTERN },
    example: '</v1/transactions?cursor=cur_AAAA>; rel="next"',
  },
  'Idempotent-Replayed': {
    description: 'Only on the stored reply of an earlier request with the same key.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
}

const MAX_PARAM_LENGTH = 2400
const text = (maxLength: number, description: string) => ({
  type: 'string',
  maxLength,
  pattern: FREE_TEXT_PATTERN,
  description,
})

export const errorReplySchema = {
  type: 'object',
  description: 'What every error looks like.',
  required: ['error', 'requestId'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'retryable'],
      properties: {
        code: { type: 'string', enum: Object.keys(errorCatalogue) },
        message: text(MAX_PARAM_LENGTH + 400, 'One sentence for a person.'),
        param: text(MAX_PARAM_LENGTH, 'JSON path of the field at fault.'),
        hint: text(2000, 'What to do next.'),
        retryable: { type: 'boolean', description: 'Whether the same request may succeed later.' },
        details: {
          type: 'object',
          additionalProperties: true,
          description: '`reason` is the finer cause of `invalid_request` and of `unavailable`.',
          properties: { reason: { type: 'string', enum: errorDetailsReasons } },
        },
      },
    },
    requestId,
  },
} as const
