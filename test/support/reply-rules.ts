import type { ErrorCatalogueRow } from '../../src/contract/error-rows.ts'
import { type ErrorReplyBody, errorCatalogue, invalidRequestReasons } from '../../src/contract/errors.ts'
import { serviceUnavailableReasons } from '../../src/contract/unavailable.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { type OperationName, operations } from '../../src/contract/operations.ts'
import { errorCodesOfOperation } from '../../src/http/openapi/responses.ts'
import { replySchemaFaults } from './published-schemas.ts'

/** A reply of Purser, as the HTTP server sent it. */
export interface PurserReply {
  readonly method: string
  readonly url: string
  /** The operation that the request reached, or `unknown`. */
  readonly operation: OperationName | 'unknown'
  readonly status: number
  /** The headers of the reply, by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** Matches a request's id: one that Purser made, or one that the caller gave. */
const REQUEST_ID = /^(req_[0-9a-hjkmnp-tv-z]{26}|(?!req_)[A-Za-z0-9._:/+=-]{1,128})$/
const SECONDS = /^[1-9][0-9]*$/
/** Matches texts that must not leave the service: a position in the code, or an SQL statement. */
const INSIDES = /node_modules|\bat .+:\d+:\d+|\/src\/\w+\/|\b(select|insert into|update) .+ (from|values|set) /i

/** Everything in a reply that differs from the API document and from section 2 of the contract. Empty: the reply is as promised. */
export function apiReplyFaults(reply: PurserReply): string[] {
  if (!/^\/v1(\/|\?|$)/.test(reply.url) && reply.status < 400) return []
  const { status, headers } = reply
  const faults = [...headerFaults(reply)]
  if (reply.method === 'HEAD') return faults
  const body = parsed(reply.body)
  if (body === undefined) return [...faults, `no JSON: ${reply.body.slice(0, 200)}`]
  if (reply.operation !== 'unknown') faults.push(...replySchemaFaults(reply.operation, status, body))
  if (status >= 400 && !isJsonRpc(reply, body)) faults.push(...errorFaults(reply, body as ErrorReplyBody))
  if (status >= 500 && INSIDES.test(reply.body)) faults.push('shows its insides')
  return headers['idempotent-replayed'] === undefined || status < 500 ? faults : [...faults, 'a stored 5xx']
}

/** Matches the header `WWW-Authenticate` of `/mcp`, which asks for a key or, if an issuer is set, for an access token. */
const CHALLENGE = /^Bearer(?: (?:error="invalid_token", )?scope="[a-z: ]+", resource_metadata="[^"]+")?$/

function headerFaults({ url, status, headers }: PurserReply): string[] {
  const wants: [when: boolean, name: string, pattern: RegExp][] = [
    [true, 'x-request-id', REQUEST_ID],
    [true, 'content-type', /^application\/json; charset=utf-8$/],
    [url.startsWith('/v1'), 'cache-control', /^no-store$/],
    [url.startsWith('/v1'), 'x-content-type-options', /^nosniff$/],
    [status === 401, 'www-authenticate', url.startsWith('/mcp') ? CHALLENGE : /^Bearer$/],
    [status === 405, 'allow', /^[A-Z]+(, [A-Z]+)*$/],
    [status === 429 || status === 503, 'retry-after', SECONDS],
  ]
  return wants
    .filter(([when, name, pattern]) => when && !pattern.test(headers[name] ?? ''))
    .map(([, name]) => `the header ${name} is ${headers[name]}`)
}

function errorFaults({ operation, status, headers }: PurserReply, { error, requestId }: ErrorReplyBody): string[] {
  const entry: ErrorCatalogueRow | undefined = errorCatalogue[error?.code]
  if (entry === undefined) return [`${error?.code} is not in the catalogue`]
  const isReplayed = headers['idempotent-replayed'] !== undefined
  const declared: Operation | undefined = operation === 'unknown' ? undefined : operations[operation]
  const reason = error.details?.['reason'] as (typeof invalidRequestReasons)[number]
  const rules: [broken: boolean, fault: string][] = [
    [entry.status !== status, `${error.code} is a ${entry.status}`],
    [entry.retryable !== error.retryable, `retryable is ${error.retryable}`],
    [(error.hint ?? '') === '', 'no hint'],
    [requestId !== headers['x-request-id'] && !isReplayed, 'requestId is not X-Request-Id'],
    [error.code === 'invalid_request' && !invalidRequestReasons.includes(reason), `details.reason is ${reason}`],
    [error.code === 'unavailable' && !(reason in serviceUnavailableReasons), `details.reason is ${reason}`],
    [declared !== undefined && !errorCodesOfOperation(declared).includes(error.code), `${error.code} is not declared`],
  ]
  return rules.filter(([broken]) => broken).map(([, fault]) => fault)
}

/** Whether the body is a JSON-RPC error of `/mcp`, whose codes are not those of the API. */
const isJsonRpc = ({ url }: PurserReply, body: unknown): boolean =>
  url === '/mcp' && (body as { jsonrpc?: unknown } | null)?.jsonrpc === '2.0'

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
