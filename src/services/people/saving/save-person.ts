import { insertPerson, updatePerson } from '../../../store/people/people.ts'
import type { PersonRow } from '../../../store/rows/people-tables.ts'
import { personMac, proven } from '../../../store/people/person-proof.ts'
import { noteRole, type Telling } from './owners.ts'

/** Saves a person that this transaction has locked, with the MAC that proves that the service wrote the row. */
export async function savePerson(context: Telling, before: PersonRow, change: PersonRow): Promise<PersonRow> {
  const after = proven(change, personMac(context.vault, change))
  await updatePerson(context, before, after)
  await noteRole(context, before, after)
  return after
}

/** Adds a person to an account. Resolves with false if the account has a person with this email already. */
export async function addPerson(context: Telling, person: PersonRow): Promise<boolean> {
  if (!(await insertPerson(context, person))) return false
  await noteRole(context, null, person)
  return true
}
