import { sql } from 'kysely'
import type { ResourceFieldChange } from '../../domain/audit/audited-act.ts'
import type { AuditTrail, AuditedTx } from '../audit/trail.ts'
import type { Db, Tx } from '../connection/db.ts'
import { indexedListFilter } from '../statements/filters.ts'
import { listRowsNewestFirst, rowsOfOneOwnerSql, type ListPageRequest } from '../statements/keyset.ts'
import { isInAccountSql } from '../statements/scope.ts'
import type { PasskeyRow, PersonRow } from '../rows/people-tables.ts'

export interface PasskeyWithPerson {
  readonly passkey: PasskeyRow
  readonly person: PersonRow
}

/** Finds the passkey with a credential's id, and its person. */
export async function findPasskey(db: Db, credentialId: Buffer): Promise<PasskeyWithPerson | undefined> {
  const passkey = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  if (passkey === undefined) return undefined
  const person = await db.selectFrom('people').selectAll().where('id', '=', passkey.person_id).executeTakeFirst()
  return person && { passkey, person }
}

export const listPasskeys = (db: Db, personId: string, page: ListPageRequest): Promise<PasskeyRow[]> =>
  listRowsNewestFirst(
    db.selectFrom('passkeys').selectAll(),
    indexedListFilter<PasskeyRow>([['person_id']], { person_id: personId }),
    page,
  ).execute()

/** Reads the passkeys of a person, newest first. `limit` is the most passkeys that a person can have. */
export const passkeysOf = (db: Db, personId: string, limit: number): Promise<PasskeyRow[]> =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where(rowsOfOneOwnerSql(sql.ref('person_id'), personId))
    .orderBy('person_id', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const findOwnPasskey = (db: Db, personId: string, id: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').selectAll().where('id', '=', id).where('person_id', '=', personId).executeTakeFirst()

export const lockPasskey = (tx: Tx, accountId: string, id: string): Promise<PasskeyRow | undefined> =>
  tx
    .selectFrom('passkeys')
    .selectAll()
    .where('id', '=', id)
    .where(isInAccountSql(accountId))
    .forUpdate()
    .executeTakeFirst()

/** Inserts a passkey. Resolves with false if the credential is stored already. */
export async function insertPasskey({ tx, audit }: AuditedTx, passkey: PasskeyRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return false
  tell(audit, passkey, [
    { path: 'passkey', before: null, after: passkey.id },
    { path: 'passkeyName', before: null, after: passkey.name },
  ])
  return true
}

export async function deletePasskey(
  { tx, audit }: Pick<AuditedTx, 'tx' | 'audit'>,
  passkey: PasskeyRow,
): Promise<void> {
  await tx.deleteFrom('passkeys').where('id', '=', passkey.id).execute()
  tell(audit, passkey, [{ path: 'passkey', before: passkey.id, after: null }])
}

/** Deletes all passkeys of a person except those with ids in `but`, and returns the deleted ones. */
export async function deletePasskeysOf(
  { tx, audit }: AuditedTx,
  personId: string,
  but: ReadonlySet<string>,
): Promise<PasskeyRow[]> {
  const rows = await tx.selectFrom('passkeys').selectAll().where('person_id', '=', personId).forUpdate().execute()
  const deleted = rows.filter(({ id }) => !but.has(id))
  for (const passkey of deleted) await deletePasskey({ tx, audit }, passkey)
  return deleted
}

export async function renamePasskey({ tx, audit }: AuditedTx, before: PasskeyRow, after: PasskeyRow): Promise<void> {
  await tx.updateTable('passkeys').set({ name: after.name }).where('id', '=', before.id).execute()
  // The audit entry also has the passkey's id, because a person may have many passkeys.
  tell(audit, before, [
    { path: 'passkey', before: before.id, after: before.id },
    { path: 'passkeyName', before: before.name, after: after.name },
  ])
}

/** Saves a passkey that an owner has confirmed, so that it no longer has to wait until `waits_until`. */
export async function confirmPasskey({ tx, audit }: AuditedTx, passkey: PasskeyRow): Promise<void> {
  const { waits_until, mac } = passkey
  await tx.updateTable('passkeys').set({ waits_until, mac }).where('id', '=', passkey.id).execute()
  tell(audit, passkey, [{ path: 'passkeyConfirmed', before: null, after: passkey.id }])
}

/**
 * Stores the use of a passkey. Resolves with false if another request has used the passkey since this request has read it. So of two
 * requests with the same counter only one succeeds.
 */
export async function notePasskeyUse(tx: Tx, before: PasskeyRow, after: PasskeyRow): Promise<boolean> {
  const { counter, last_used_at, mac } = after
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at, mac })
    .where('id', '=', before.id)
    .where('counter', '=', before.counter)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The audit trail records the change of a passkey as a change of the person. */
function tell(
  audit: AuditTrail,
  { account_id: accountId, person_id: personId }: PasskeyRow,
  changes: readonly ResourceFieldChange[],
): void {
  audit.record({ accountId, resource: { type: 'person', id: personId }, customerId: null, changes })
}
