import { insertPerson, updatePerson } from '../../../store/people/people.ts'
import type { PersonRow } from '../../../store/rows/people-tables.ts'
import { personMac, rowWithMac } from '../../../store/people/person-proof.ts'
import { reportPersonRoleChange, type PersonRoleNoticeContext } from './owners.ts'

/** Saves a person that this transaction has locked, with the MAC that proves that the service wrote the row. */
export async function savePerson(
  context: PersonRoleNoticeContext,
  before: PersonRow,
  change: PersonRow,
): Promise<PersonRow> {
  const after = rowWithMac(change, personMac(context.vault, change))
  await updatePerson(context, before, after)
  await reportPersonRoleChange(context, before, after)
  return after
}

/** Adds a person to an account. Resolves with false if the account has a person with this email already. */
export async function addPerson(context: PersonRoleNoticeContext, person: PersonRow): Promise<boolean> {
  if (!(await insertPerson(context, person))) return false
  await reportPersonRoleChange(context, null, person)
  return true
}
