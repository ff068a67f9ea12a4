import type { ErrorCode, ErrorReason } from './types.ts'

/** What goes wrong before Purser answers, or with an answer that is not Purser's. */
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
  /** What to do next. */
  readonly hint: string | undefined
  /** Whether the same call may succeed later. */
  readonly retryable: boolean
  readonly details: Record<string, unknown> | undefined
  /** The finer cause, of `details`: of `unavailable`, `fate_unknown` alone may have been stored. */
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
}

/** The error that a reply of 400 or above tells of. A proxy's page in the way is `unexpected_reply`. */
export function errorOfReply(reply: Response, body: unknown): PurserError {
  const status = reply.status
  const requestId = reply.headers.get('x-request-id') ?? undefined
  const retryAfterSeconds = secondsOf(reply.headers.get('retry-after'))
  if (isErrorBody(body)) return new PurserError({ ...body.error, status, requestId, retryAfterSeconds })
  const message = `The answer ${status} does not come from Purser. Is baseUrl right?`
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
