import { ApiError } from '../../contract/errors.ts'
import { serviceUnavailableError, type ServiceUnavailableReason } from '../../contract/unavailable.ts'
import { ServiceBusyError } from '../../lib/traffic/busy-error.ts'
import { ClockDifferenceError } from '../../lib/machine-clock.ts'
import {
  CustomerLockedError,
  isDatabaseUnavailable,
  UnknownCommitError,
} from '../../store/connection/database-errors.ts'

/**
 * The error of the catalogue for something that was thrown: the `ApiError` itself, `serviceUnavailableError` with its reason where the database could
 * not answer, or null for a fault of Purser. Without its database, or where its clock differs from the database's, Purser decides nothing.
 * `storesNothing`: the request only reads, so it does not matter whether its transaction was committed.
 */
export function apiErrorOfFailure(thrown: unknown, { storesNothing = false } = {}): ApiError | null {
  if (thrown instanceof ApiError) return thrown
  const reason = reasonOf(thrown)
  if (reason === null) return null
  return serviceUnavailableError(storesNothing && reason === 'fate_unknown' ? 'database_unavailable' : reason)
}

function reasonOf(thrown: unknown): ServiceUnavailableReason | null {
  if (thrown instanceof ServiceBusyError) return thrown.reason
  if (thrown instanceof ClockDifferenceError) return 'clock_difference'
  if (!isDatabaseUnavailable(thrown)) return null
  if (thrown instanceof UnknownCommitError) return 'fate_unknown'
  return thrown instanceof CustomerLockedError ? 'customer_locked' : 'database_unavailable'
}
