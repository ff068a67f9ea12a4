import { ApiError } from '../../contract/errors.ts'
import type { Principal } from '../request/context.ts'

/** The person who makes the request. Throws `person_required` where the caller is no person. */
export function signedInPerson({ id, name, person }: Principal) {
  if (person === null) throw new ApiError('person_required')
  return { id, name, email: person.email }
}
