import { ApiError } from '../contract/errors.ts'
import { isDatabaseUnavailable } from '../store/database-errors.ts'

/**
 * What the catalogue says to something thrown: the error itself, `unavailable` where the database could not answer, or
 * nothing: then it is a fault of ours. Purser fails closed: without its database it neither decides nor guesses.
 */
export function knownError(thrown: unknown): ApiError | null {
  if (thrown instanceof ApiError) return thrown
  return isDatabaseUnavailable(thrown) ? new ApiError('unavailable', { retryAfterSeconds: 1 }) : null
}
