import { type ApiError, type ErrorReplyBody, errorCatalogue } from '../../contract/errors.ts'
import type { ServiceUnavailableReason } from '../../contract/unavailable.ts'
import type { FileAnswer, OpenedSessionCookies } from './context.ts'

/** The reason why Purser did not do what a valid request asked for, in a reply 500 or 503. */
export type ServerRefusalReason = ServiceUnavailableReason | 'internal_error'

/** A reply to a request, with its body as JSON. */
export interface OperationReply {
  readonly status: number
  /**
   * The body of the reply: a Buffer where it may be long, because a string would stay in memory beside its bytes until the caller has read
   * these.
   */
  readonly body: string | Buffer
  /** Whether this reply is the stored reply to an earlier request with the same Idempotency-Key. */
  readonly replayed: boolean
  readonly retryAfterSeconds?: number
  /** The value of the header `WWW-Authenticate`. Absent: a reply 401 has `Bearer`. */
  readonly challenge?: string
  /** The reason of a reply 500 or 503, for the log and the metrics. */
  readonly refusal?: ServerRefusalReason
  /** The session that the reply opens. Null: the reply ends the session of the request. */
  readonly session?: OpenedSessionCookies | null
  /** The secret in the cookie of a browser that is sent to the sign-in provider. */
  readonly providerBrowser?: string
  /** A stream with headers of its own, which is sent instead of the reply's body. */
  readonly file?: FileAnswer
}

export interface TextOperationReply extends OperationReply {
  readonly body: string
}

export const textOperationReply = (status: number, body: unknown, replayed = false): TextOperationReply => ({
  status,
  body: JSON.stringify(body),
  replayed,
})

/** Makes the reply to an error. All replies to errors are made here (contract, section 2, Errors). */
export function errorReply(error: ApiError, requestId: string): TextOperationReply {
  const entry = errorCatalogue[error.code]
  const { param, hint = entry.hint, details, retryAfterSeconds, challenge } = error.extras
  const body: ErrorReplyBody = {
    error: {
      code: error.code,
      message: error.message,
      ...(param === undefined ? {} : { param }),
      hint,
      retryable: entry.retryable,
      ...(details === undefined ? {} : { details }),
    },
    requestId,
  }
  const refusal = refusalOf(error)
  return {
    ...textOperationReply(entry.status, body),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(challenge === undefined ? {} : { challenge }),
    ...(refusal === undefined ? {} : { refusal }),
  }
}

function refusalOf({ code, extras }: ApiError): ServerRefusalReason | undefined {
  if (code === 'internal_error') return code
  return code === 'unavailable' ? (extras.details?.['reason'] as ServiceUnavailableReason) : undefined
}
