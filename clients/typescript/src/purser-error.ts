import type { ErrorCode, ErrorReason } from './types.ts'

/** The codes of errors before Purser answers, or with an answer that is not Purser's. */
export type TransportErrorCode = 'connection_failed' | 'timed_out' | 'unexpected_reply'

interface ErrorBody {
  error: {
    code: ErrorCode
    message: string
    param?: string
    hint?: string
    retryable: boolean
    details?: Record<string, unknown>
  }
}

interface Problem {
  code: ErrorCode | TransportErrorCode
  message: string
  /** HTTP status; 0 where there was no reply. */
  status: number
  retryable: boolean
  param?: string | undefined
  hint?: string | undefined
  details?: Record<string, unknown> | undefined
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
}

/** Every failure of a call, except an abort by the caller's own signal. */
export class PurserError extends Error {
  readonly code: Problem['code']
  readonly status: number
  /** JSON path of the field at fault, for instance `policy.limits.perAuth`. */
  readonly param: string | undefined
  /** The error's hint at what the caller can do next. */
  readonly hint: string | undefined
  /** Whether the same call may succeed later. */
  readonly retryable: boolean
  readonly details: Record<string, unknown> | undefined
  /**
   * The cause within `details`, finer than `code`. Of the reasons of `unavailable`, only with `fate_unknown` something may have been
   * stored.
   */
  readonly reason: ErrorReason | undefined
  /** To quote when asking for help: `req_...`, or the `X-Request-Id` that was sent. */
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(problem: Problem, cause?: unknown) {
    super(problem.message, cause === undefined ? undefined : { cause })
    this.name = 'PurserError'
    this.code = problem.code
    this.status = problem.status
    this.param = problem.param
    this.hint = problem.hint
    this.retryable = problem.retryable
    this.details = problem.details
    this.reason = problem.details?.['reason'] as ErrorReason | undefined
    this.requestId = problem.requestId
    this.retryAfterSeconds = problem.retryAfterSeconds
  }

  /** The text that `String(error)` and logs of texts show: all that helps to correct the call. */
  override toString(): string {
    const where = this.param === undefined ? '' : ` at ${this.param}`
    const whose = this.requestId === undefined ? '' : ` (${this.requestId})`
    return `${this.name}: ${this.code}${where}: ${[this.message, this.hint].filter(Boolean).join(' ')}${whose}`
  }
}

/** The error that a reply of 400 or above tells of. A proxy's page in the way is `unexpected_reply`. */
export function errorOfReply(reply: Response, body: unknown): PurserError {
  const status = reply.status
  const requestId = reply.headers.get('x-request-id') ?? undefined
  const retryAfterSeconds = secondsOf(reply.headers.get('retry-after'))
  if (isErrorBody(body)) return new PurserError({ ...body.error, status, requestId, retryAfterSeconds })
  const message = `The answer ${status} does not come from Purser. Is baseUrl right: ${addressOf(reply.url)}?`
  const retryable = status >= 502 && status <= 504
  return new PurserError({ code: 'unexpected_reply', message, status, retryable, requestId, retryAfterSeconds })
}

function isErrorBody(body: unknown): body is ErrorBody {
  const error = (body as Partial<ErrorBody> | null | undefined)?.error
  return typeof error?.code === 'string' && typeof error.message === 'string'
}

function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined
}

/** The error of a try that ended without a reply. `url`: what was called. */
export function errorOfFailure(cause: unknown, { url, method, timeoutMs }: FailedTry): PurserError {
  const called = `${method} ${addressOf(url)}`
  if (timeoutMs !== undefined) {
    const message = `Purser did not answer within ${timeoutMs / 1000} s: ${called}.`
    const hint = 'Give the call more time with timeoutMs, or see whether Purser is busy: GET /readyz.'
    return new PurserError({ code: 'timed_out', message, hint, status: 0, retryable: true }, cause)
  }
  const message = `Purser could not be reached, or the answer broke off: ${called}: ${reasonOf(cause)}.`
  const hint = 'See whether Purser runs there, and whether baseUrl or the variable PURSER_URL names it.'
  return new PurserError({ code: 'connection_failed', message, hint, status: 0, retryable: true }, cause)
}

interface FailedTry {
  readonly url: string
  readonly method: string
  /** The timeout that ended the request, in milliseconds. Undefined: the request failed for another reason. */
  readonly timeoutMs: number | undefined
}

/** The URL of a request without its query, whose values belong in no log. */
const addressOf = (url: string): string => url.split('?', 1)[0] ?? ''

/** `fetch` says "fetch failed", and why only in the causes below. */
function reasonOf(failure: unknown): string {
  const texts: string[] = []
  for (let error = failure; error instanceof Error && texts.length < 5; error = error.cause) {
    texts.push(error.message || ((error as { code?: string }).code ?? error.name))
    if (error instanceof AggregateError && error.errors[0] instanceof Error) texts.push(error.errors[0].message)
  }
  return texts.join(': ') || String(failure)
}
