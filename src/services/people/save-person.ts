import type { Writing } from '../../store/audit/trail.ts'
import { updatePerson } from '../../store/people/people.ts'
import type { PersonRow } from '../../store/rows/people-tables.ts'
import type { Vault } from '../../vault/vault.ts'
import { personMac, proven } from '../../store/people/person-proof.ts'

/** Saves a person that this transaction has locked, with the MAC that proves that the service wrote the row. */
export async function savePerson(
  context: Writing & { readonly vault: Pick<Vault, 'rowMac'> },
  before: PersonRow,
  change: PersonRow,
): Promise<PersonRow> {
  const after = proven(change, personMac(context.vault, change))
  await updatePerson(context, before, after)
  return after
}
