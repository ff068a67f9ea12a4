import { ApiError, invalidRequestError } from '../../contract/errors.ts'
import { findPerson } from '../../store/people/people.ts'
import type { PersonRow } from '../../store/rows/people-tables.ts'
import { objectOr404 } from '../input/or-throw.ts'
import type { ReadOperationContext } from '../request/context.ts'
import { signInMethodOf } from './no-password.ts'
import { isPasswordCorrect } from './password.ts'
import { clearSignInFailures, countSignInAttempt } from './sign-in-throttle.ts'
import { signedInPerson } from './signed-in.ts'

/**
 * Checks the caller's own password and returns the person. Throws `sign_in_failed` with `param` for a wrong password. The check takes too
 * long to be made in a transaction.
 */
export async function checkOwnPassword(
  context: ReadOperationContext,
  param: string,
  password: string | undefined,
): Promise<PersonRow> {
  const { db, principal, from } = context
  const { id } = signedInPerson(principal)
  const known = objectOr404(await findPerson(db, principal.accountId, id), 'person_not_found')
  if (signInMethodOf(known) === 'provider') throw new ApiError('provider_required')
  if (password === undefined) throw missing(param)
  const attempt = { what: 'own_password' as const, email: known.email, from }
  await countSignInAttempt(context, attempt)
  if (!(await isPasswordCorrect('known', password, known.password))) throw anotherPassword(param)
  await clearSignInFailures(context, attempt)
  return known
}

export const anotherPassword = (param: string) =>
  new ApiError('sign_in_failed', { param, message: 'The current password is another one.' })

const missing = (param: string) =>
  invalidRequestError(
    param,
    'No passkey of yours confirms yet: this takes your password.',
    'parameter_missing',
    'Send the password that you sign in with.',
  )
