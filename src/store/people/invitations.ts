import { invitationAuditChange } from '../audit/audited-rows.ts'
import type { AuditedTx } from '../audit/trail.ts'
import type { Db, Tx } from '../connection/db.ts'
import { indexedListFilter } from '../statements/filters.ts'
import { listRowsNewestFirst, type ListPageRequest } from '../statements/keyset.ts'
import { isInAccountSql } from '../statements/scope.ts'
import type { InvitationRow } from '../rows/people-tables.ts'

export const listInvitations = (db: Db, accountId: string, page: ListPageRequest): Promise<InvitationRow[]> =>
  listRowsNewestFirst(
    db.selectFrom('invitations').selectAll(),
    indexedListFilter<InvitationRow>([['account_id']], { account_id: accountId }),
    page,
  ).execute()

export const lockInvitation = (tx: Tx, accountId: string, id: string): Promise<InvitationRow | undefined> =>
  tx
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', id)
    .where(isInAccountSql(accountId))
    .forUpdate()
    .executeTakeFirst()

export const findInvitationBySecret = (db: Db, secretHash: Buffer): Promise<InvitationRow | undefined> =>
  db.selectFrom('invitations').selectAll().where('secret_hash', '=', secretHash).executeTakeFirst()

/** Reads the invitation with a secret and locks it, so that only one of two people can accept it. */
export const lockInvitationBySecret = (tx: Tx, secretHash: Buffer): Promise<InvitationRow | undefined> =>
  tx.selectFrom('invitations').selectAll().where('secret_hash', '=', secretHash).forUpdate().executeTakeFirst()

export async function insertInvitation({ tx, audit }: AuditedTx, invitation: InvitationRow): Promise<void> {
  await tx.insertInto('invitations').values(invitation).execute()
  audit.record(invitationAuditChange(null, invitation))
}

/**
 * Locks the open invitations of an account's first owner, in the order of their ids. Such an invitation names no address, because nobody
 * has invited the person who joins with it.
 */
export const lockFirstOwnerInvitations = (tx: Tx, accountId: string): Promise<InvitationRow[]> =>
  tx
    .selectFrom('invitations')
    .selectAll()
    .where(isInAccountSql(accountId))
    .where('email', 'is', null)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Ends an invitation because it was accepted or revoked, and returns its new row. */
export async function endInvitation(
  { tx, audit }: AuditedTx,
  before: InvitationRow,
  end: Pick<InvitationRow, 'accepted_at' | 'accepted_by'> | Pick<InvitationRow, 'revoked_at'>,
): Promise<InvitationRow> {
  const after = { ...before, ...end }
  await tx.updateTable('invitations').set(end).where('id', '=', before.id).execute()
  audit.record(invitationAuditChange(before, after))
  return after
}
