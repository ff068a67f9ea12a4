import { ApiError, type ErrorCode } from '../../contract/errors.ts'

/**
 * Returns the object. Where it is undefined, throws the 404 `code`. Statements search only within the caller's account and agent, so an
 * object of another account or agent is answered like an id that never existed (contract, section 3).
 */
export function objectOr404<T>(row: T | undefined, code: ErrorCode & `${string}_not_found`): T {
  if (row === undefined) throw new ApiError(code)
  return row
}
