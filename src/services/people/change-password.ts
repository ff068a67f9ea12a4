import { ApiError, invalidRequest } from '../../contract/errors.ts'
import { changing } from '../../store/audit/trail.ts'
import { deletePasswordResetsOf } from '../../store/people/password-resets.ts'
import { findPerson, lockPerson } from '../../store/people/people.ts'
import { endSessionsOf } from '../../store/people/sessions.ts'
import { found } from '../ownership.ts'
import type { ReadService } from '../request/context.ts'
import { lengthy } from '../request/handler.ts'
import { hashPassword, isPassword, refuseWeakPassword } from './password.ts'
import { personView } from './person-view.ts'
import { savePerson } from './save-person.ts'

/** Both passwords are hashed before the person is locked: that takes longer than a lock may. */
const changePassword: ReadService<'changePassword'> = async (context, { body }) => {
  const { db, database, ids, act, principal } = context
  const { person, accountId, id } = principal
  if (person === null) throw new ApiError('person_required')
  const known = found(await findPerson(db, accountId, id), 'person_not_found')
  if (!(await isPassword('known', body.currentPassword, known.password))) throw anotherPassword()
  if (body.newPassword === body.currentPassword)
    throw invalidRequest('newPassword', 'The new password is the current one.')
  refuseWeakPassword('newPassword', body.newPassword, known.email)
  const password = await hashPassword('known', body.newPassword)
  return changing(database, { ids, act }, async (writing) => {
    const before = found(await lockPerson(writing.tx, accountId, id), 'person_not_found')
    if (before.password !== known.password) throw anotherPassword() // changed meanwhile
    const saved = await savePerson({ ...context, ...writing }, before, { ...before, password })
    await deletePasswordResetsOf(writing.tx, id)
    await endSessionsOf(writing, id, person.sessionId)
    return personView(saved)
  })
}

const anotherPassword = () =>
  new ApiError('sign_in_failed', { param: 'currentPassword', message: 'The current password is another one.' })

export const passwordHandlers = { changePassword: lengthy(changePassword) }
