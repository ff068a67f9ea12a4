import { personChange } from '../audit/audited-rows.ts'
import type { Writing } from '../audit/trail.ts'
import type { Db, Tx } from '../connection/db.ts'
import type { PasswordResetRow, PersonRow } from '../rows/people-tables.ts'

export async function insertPasswordReset(
  { tx, audit }: Writing,
  person: PersonRow,
  reset: PasswordResetRow,
): Promise<void> {
  await tx.insertInto('password_resets').values(reset).execute()
  const changes = [{ path: 'passwordReset', before: null, after: 'offered' }]
  audit.record({ ...personChange(null, person), changes })
}

export const findPasswordResetBySecret = (db: Db, secretHash: Buffer): Promise<PasswordResetRow | undefined> =>
  db.selectFrom('password_resets').selectAll().where('secret_hash', '=', secretHash).executeTakeFirst()

/** All of a person: once there is a new password, no link of before makes another. Answers their ids. */
export const deletePasswordResetsOf = async (tx: Tx, personId: string): Promise<string[]> => {
  const deleted = await tx.deleteFrom('password_resets').where('person_id', '=', personId).returning('id').execute()
  return deleted.map(({ id }) => id)
}

export async function deletePasswordResetsUntil(tx: Tx, until: number): Promise<void> {
  await tx.deleteFrom('password_resets').where('expires_at', '<=', until).execute()
}
