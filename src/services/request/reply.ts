import { type ApiError, type ErrorBody, errorCatalogue } from '../../contract/errors.ts'
import type { UnavailableReason } from '../../contract/unavailable.ts'
import type { File, OpenedSession } from './context.ts'

/** Why Purser did not do what was asked, though the request was good: of replies 500 and 503. */
export type Refusal = UnavailableReason | 'internal_error'

/** An answer on its way out, written as JSON. */
export interface Reply {
  readonly status: number
  /** Bytes where it may be long: a text would stay beside the bytes that are made of it, for as long as nobody takes them. */
  readonly body: string | Buffer
  /** The stored answer of an earlier request with the same Idempotency-Key. */
  readonly replayed: boolean
  readonly retryAfterSeconds?: number
  /** Of replies 500 and 503, for the log and the metrics. */
  readonly refusal?: Refusal
  /** The session that it opens; null: it ends the session of the request. */
  readonly session?: OpenedSession | null
  /** Of a browser that is sent to the provider. */
  readonly providerBrowser?: string
  /** Instead of the body: a CSV file, with headers of its own. */
  readonly file?: File
}

export interface TextReply extends Reply {
  readonly body: string
}

export const reply = (status: number, body: unknown, replayed = false): TextReply => ({
  status,
  body: JSON.stringify(body),
  replayed,
})

/** The one place that turns an error into a reply (contract, section 2, Errors). */
export function errorReply(error: ApiError, requestId: string): TextReply {
  const entry = errorCatalogue[error.code]
  const { param, hint = entry.hint, details, retryAfterSeconds } = error.extras
  const body: ErrorBody = {
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
    ...reply(entry.status, body),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(refusal === undefined ? {} : { refusal }),
  }
}

function refusalOf({ code, extras }: ApiError): Refusal | undefined {
  if (code === 'internal_error') return code
  return code === 'unavailable' ? (extras.details?.['reason'] as UnavailableReason) : undefined
}
