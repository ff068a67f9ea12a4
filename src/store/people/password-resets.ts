import { type AuditedAct, auditedActOfSystem } from '../../domain/audit/audited-act.ts'
import type { AuditTrail, AuditedTx } from '../audit/trail.ts'
import type { Db } from '../connection/db.ts'
import type { PasswordResetRow } from '../rows/people-tables.ts'

export async function insertPasswordReset({ tx, audit }: AuditedTx, reset: PasswordResetRow): Promise<void> {
  await tx.insertInto('password_resets').values(reset).execute()
  tell(audit, reset, { before: null, after: reset.id })
}

export const findPasswordResetBySecret = (db: Db, secretHash: Buffer): Promise<PasswordResetRow | undefined> =>
  db.selectFrom('password_resets').selectAll().where('secret_hash', '=', secretHash).executeTakeFirst()

/**
 * Deletes a person's links for a new password, and returns their ids. It is called when a new password is set, so that no older link can
 * set another.
 */
export async function deletePasswordResetsOf({ tx, audit }: AuditedTx, personId: string): Promise<string[]> {
  const deleted = await tx.deleteFrom('password_resets').where('person_id', '=', personId).returningAll().execute()
  for (const reset of deleted) tell(audit, reset, { before: reset.id, after: null })
  return deleted.map(({ id }) => id)
}

const EXPIRY = auditedActOfSystem('expirePasswordReset')

/**
 * Deletes links for a new password that expired until `until` (Unix milliseconds), at most `most`. Resolves with how many it has deleted.
 */
export async function expirePasswordResets({ tx, audit }: AuditedTx, until: number, most: number): Promise<number> {
  const over = tx.selectFrom('password_resets').select('id').where('expires_at', '<=', until).orderBy('id').limit(most)
  const ended = await tx.deleteFrom('password_resets').where('id', 'in', over).returningAll().execute()
  for (const reset of ended) tell(audit, reset, { before: reset.id, after: null }, EXPIRY)
  return ended.length
}

/** The audit trail records the change of a link for a new password as a change of the person. */
function tell(
  audit: AuditTrail,
  { account_id: accountId, person_id: personId }: PasswordResetRow,
  change: { readonly before: string | null; readonly after: string | null },
  act: AuditedAct = audit.act,
): void {
  const resource = { type: 'person' as const, id: personId }
  audit.record({ accountId, resource, customerId: null, changes: [{ path: 'passwordReset', ...change }] }, act)
}
