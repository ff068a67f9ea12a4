import { type AuditedAct, auditedActOfSystem } from '../../domain/audit/audited-act.ts'
import type { AuditTrail, AuditedTx } from '../audit/trail.ts'
import type { Db, Tx } from '../connection/db.ts'
import { indexedListFilter } from '../statements/filters.ts'
import { listRowsNewestFirst, type ListPageRequest } from '../statements/keyset.ts'
import { isInAccountSql } from '../statements/scope.ts'
import type { PersonRow, SessionRow } from '../rows/people-tables.ts'

export interface SessionWithPerson {
  readonly session: SessionRow
  readonly person: PersonRow
}

/** Finds the session with a secret, and its person, even if the session has expired. An ended session has no row. */
export async function findSessionBySecretHash(db: Db, secretHash: Buffer): Promise<SessionWithPerson | undefined> {
  const session = await db.selectFrom('sessions').selectAll().where('secret_hash', '=', secretHash).executeTakeFirst()
  if (session === undefined) return undefined
  const person = await db.selectFrom('people').selectAll().where('id', '=', session.person_id).executeTakeFirst()
  return person && { session, person }
}

export const listSessions = (db: Db, personId: string, page: ListPageRequest): Promise<SessionRow[]> =>
  listRowsNewestFirst(
    db.selectFrom('sessions').selectAll(),
    indexedListFilter<SessionRow>([['person_id']], { person_id: personId }),
    page,
  ).execute()

export async function insertSession({ tx, audit }: AuditedTx, session: SessionRow): Promise<void> {
  await tx.insertInto('sessions').values(session).execute()
  tell(audit, session, { before: null, after: session.id })
}

export const lockSession = (tx: Tx, accountId: string, id: string): Promise<SessionRow | undefined> =>
  tx
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', id)
    .where(isInAccountSql(accountId))
    .forUpdate()
    .executeTakeFirst()

export async function endSession({ tx, audit }: AuditedTx, session: SessionRow): Promise<void> {
  await tx.deleteFrom('sessions').where('id', '=', session.id).execute()
  tell(audit, session, { before: session.id, after: null })
}

/** Ends the sessions of a person, except the one with the id `but`. */
export async function endSessionsOfPerson(
  { tx, audit }: AuditedTx,
  personId: string,
  but: string | null,
): Promise<void> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('person_id', '=', personId)
    .where('id', '<>', but ?? '')
    .returningAll()
    .execute()
  for (const session of ended) tell(audit, session, { before: session.id, after: null })
}

/** Stores when a person's session was last used, and when it will end. The audit trail records neither. */
export async function noteSessionUse(
  tx: Tx,
  { id, last_used_at, expires_at, mac }: Pick<SessionRow, 'id' | 'last_used_at' | 'expires_at' | 'mac'>,
): Promise<void> {
  await tx.updateTable('sessions').set({ last_used_at, expires_at, mac }).where('id', '=', id).execute()
}

const EXPIRY = auditedActOfSystem('expireSession')

/**
 * Deletes sessions that expired until `until` (Unix milliseconds), at most `most`. Resolves with how many it has deleted. The audit trail
 * records the deletions, so that a session that somebody else deletes is noticed.
 */
export async function expireSessions({ tx, audit }: AuditedTx, until: number, most: number): Promise<number> {
  const over = tx.selectFrom('sessions').select('id').where('expires_at', '<=', until).orderBy('id').limit(most)
  const ended = await tx.deleteFrom('sessions').where('id', 'in', over).returningAll().execute()
  for (const session of ended) tell(audit, session, { before: session.id, after: null }, EXPIRY)
  return ended.length
}

/** The audit trail records the change of a session as a change of the person. */
function tell(
  audit: AuditTrail,
  { account_id: accountId, person_id: personId }: SessionRow,
  change: { readonly before: string | null; readonly after: string | null },
  act: AuditedAct = audit.act,
): void {
  const resource = { type: 'person' as const, id: personId }
  audit.record({ accountId, resource, customerId: null, changes: [{ path: 'session', ...change }] }, act)
}
