import { insertPerson, updatePerson } from '../../../store/people/people.ts'
import type { PersonRow } from '../../../store/rows/people-tables.ts'
import { personMac, withMac } from '../../../store/people/person-proof.ts'
import { reportRoleChange, type RoleNoticeContext } from './owners.ts'

/** Saves a person that this transaction has locked, with the MAC that proves that the service wrote the row. */
export async function savePerson(context: RoleNoticeContext, before: PersonRow, change: PersonRow): Promise<PersonRow> {
  const after = withMac(change, personMac(context.vault, change))
  await updatePerson(context, before, after)
  await reportRoleChange(context, before, after)
  return after
}

/** Adds a person to an account. Resolves with false if the account has a person with this email already. */
export async function addPerson(context: RoleNoticeContext, person: PersonRow): Promise<boolean> {
  if (!(await insertPerson(context, person))) return false
  await reportRoleChange(context, null, person)
  return true
}
