import { invalidRequestError } from '../../contract/errors.ts'
import { inAuditedTransaction } from '../../store/audit/trail.ts'
import { deletePasswordResetsOf } from '../../store/people/password-resets.ts'
import { lockPerson } from '../../store/people/people.ts'
import { endSessionsOfPerson } from '../../store/people/sessions.ts'
import { objectOr404 } from '../input/or-throw.ts'
import type { ReadOperationService } from '../request/context.ts'
import { multiTransactionOperationHandler } from '../request/handler.ts'
import { anotherPassword, checkOwnPassword } from './own-password.ts'
import { hashPassword, refuseWeakPassword } from './password.ts'
import { personView } from './person-view.ts'
import { savePerson } from './saving/save-person.ts'

/**
 * Changes the caller's password. Both passwords are hashed before the person is locked, because hashing takes longer than a lock may be
 * held.
 */
const changePassword: ReadOperationService<'changePassword'> = async (context, { body }) => {
  const { database, ids, vault, act, principal } = context
  const { person, accountId, id } = principal
  const known = await checkOwnPassword(context, 'currentPassword', body.currentPassword)
  if (body.newPassword === body.currentPassword)
    throw invalidRequestError('newPassword', 'The new password is the current one.')
  refuseWeakPassword('newPassword', body.newPassword, known.email)
  const password = await hashPassword('known', body.newPassword)
  return inAuditedTransaction(database, { ids, vault, act }, async (writing) => {
    const before = objectOr404(await lockPerson(writing.tx, accountId, id), 'person_not_found')
    if (before.password !== known.password) throw anotherPassword('currentPassword') // the password was changed meanwhile
    const saved = await savePerson({ ...context, ...writing }, before, { ...before, password })
    await deletePasswordResetsOf(writing, id)
    await endSessionsOfPerson(writing, id, person?.sessionId ?? null)
    return personView(saved)
  })
}

export const passwordHandlers = { changePassword: multiTransactionOperationHandler(changePassword) }
