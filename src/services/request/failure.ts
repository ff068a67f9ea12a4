import { ApiError } from '../../contract/errors.ts'
import { BusyError } from '../../lib/busy-error.ts'
import { isDatabaseUnavailable } from '../../store/database-errors.ts'

/**
 * What the catalogue says to something thrown: the error itself, `unavailable` where the database could not answer, or
 * nothing: then it is a fault of ours. Purser fails closed: without its database it neither decides nor guesses.
 */
export function knownError(thrown: unknown): ApiError | null {
  if (thrown instanceof ApiError) return thrown
  const isBusy = thrown instanceof BusyError || isDatabaseUnavailable(thrown)
  return isBusy ? new ApiError('unavailable', { retryAfterSeconds: 1 }) : null
}
