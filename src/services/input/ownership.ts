import { ApiError, type ErrorCode } from '../../contract/errors.ts'

/**
 * The row, or the 404 of its kind. What belongs to another account, or to another agent, was not found by a statement
 * that carries the caller's scope: its answer is that of an id which never was (contract, section 3).
 */
export function found<T>(row: T | undefined, code: ErrorCode & `${string}_not_found`): T {
  if (row === undefined) throw new ApiError(code)
  return row
}
