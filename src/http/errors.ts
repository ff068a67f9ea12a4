import { ApiError } from '../contract/errors.ts'
import { apiErrorOfFailure } from '../services/request/known-error.ts'
import { invalidRequestFieldError } from '../contract/complaints/json-path.ts'

/** The API error for each code with which Fastify itself refuses a request. */
const refusals: Record<string, () => ApiError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new ApiError('payload_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new ApiError('unsupported_media_type'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    invalidRequestFieldError('', 'The body is not as long as `Content-Length` says.', {
      reason: 'body_parse_error',
      hint: 'Leave the header out: clients count the bytes themselves.',
    }),
  FST_ERR_CTP_EMPTY_TYPE: () => new ApiError('unsupported_media_type'),
}

/**
 * The API error for anything that was thrown. An unforeseen error is given to `report` and answered `internal_error`, without the error's
 * own message, which may contain what the caller sent.
 */
export function apiErrorOfThrown(thrown: unknown, report: (fault: unknown) => void): ApiError {
  const refusal = refusals[(thrown as { code?: string } | null)?.code ?? '']
  if (refusal !== undefined) return refusal()
  const known = apiErrorOfFailure(thrown)
  if (known !== null) return known
  report(thrown)
  return new ApiError('internal_error')
}
