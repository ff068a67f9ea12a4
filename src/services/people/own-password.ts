import { ApiError, invalidRequest } from '../../contract/errors.ts'
import { findPerson } from '../../store/people/people.ts'
import type { PersonRow } from '../../store/rows/people-tables.ts'
import { orThrow } from '../input/or-throw.ts'
import type { ReadContext } from '../request/context.ts'
import { signsInBy } from './no-password.ts'
import { isPassword } from './password.ts'
import { noteSuccess, takeTry } from './sign-in-throttle.ts'
import { signedInPerson } from './signed-in.ts'

/**
 * Checks the caller's own password and returns the person. Throws `sign_in_failed` with `param` for a wrong password. The check takes too
 * long to be made in a transaction.
 */
export async function checkOwnPassword(
  context: ReadContext,
  param: string,
  password: string | undefined,
): Promise<PersonRow> {
  const { db, principal, from } = context
  const { id } = signedInPerson(principal)
  const known = orThrow(await findPerson(db, principal.accountId, id), 'person_not_found')
  if (signsInBy(known) === 'provider') throw new ApiError('provider_required')
  if (password === undefined) throw missing(param)
  const attempt = { what: 'own_password' as const, email: known.email, from }
  await takeTry(context, attempt)
  if (!(await isPassword('known', password, known.password))) throw anotherPassword(param)
  await noteSuccess(context, attempt)
  return known
}

export const anotherPassword = (param: string) =>
  new ApiError('sign_in_failed', { param, message: 'The current password is another one.' })

const missing = (param: string) =>
  invalidRequest(
    param,
    'No passkey of yours confirms yet: this takes your password.',
    'parameter_missing',
    'Send the password that you sign in with.',
  )
