import type { ResourceChangesOfAct } from '../../domain/audit/audited-act.ts'
import type { AuditedTx } from '../audit/trail.ts'
import type { Db, Tx } from '../connection/db.ts'
import { isInAccountSql } from '../statements/scope.ts'
import type { PersonIdentityRow } from '../rows/people-tables.ts'

/** An identity at a sign-in provider. A subject is only unique within its issuer. */
export interface ProviderSubject {
  readonly accountId: string
  readonly issuer: string
  readonly subject: string
}

/**
 * Reads a person's identity at a sign-in provider and locks it, so that the second of two sign-ins at the same time sees what the first has
 * changed.
 */
export const lockProviderIdentity = (
  tx: Tx,
  { accountId, issuer, subject }: ProviderSubject,
): Promise<PersonIdentityRow | undefined> =>
  tx
    .selectFrom('person_identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where(isInAccountSql(accountId))
    .forUpdate()
    .executeTakeFirst()

export const findProviderIdentityOfPerson = (db: Db, personId: string): Promise<PersonIdentityRow | undefined> =>
  db.selectFrom('person_identities').selectAll().where('person_id', '=', personId).executeTakeFirst()

export const lockProviderIdentityOfPerson = (tx: Tx, personId: string): Promise<PersonIdentityRow | undefined> =>
  tx.selectFrom('person_identities').selectAll().where('person_id', '=', personId).forUpdate().executeTakeFirst()

/**
 * Inserts a person's identity at a sign-in provider. Resolves with false if the person has another identity already, or another person has
 * this one.
 */
export async function insertProviderIdentity({ tx, audit }: AuditedTx, identity: PersonIdentityRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('person_identities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return false
  audit.record(identityMade(identity))
  return true
}

/**
 * Stores whether the groups of the sign-in provider have disabled the person. The audit trail records the change, so that the check of the
 * trail notices if somebody puts an earlier value back.
 */
export async function updatePersonDisabledByGroups(
  { tx, audit }: AuditedTx,
  identity: PersonIdentityRow,
): Promise<void> {
  const { account_id: accountId, person_id, disabled_here, mac } = identity
  await tx.updateTable('person_identities').set({ disabled_here, mac }).where('person_id', '=', person_id).execute()
  const change = { path: 'disabledByProvider', before: !disabled_here, after: disabled_here }
  audit.record({ accountId, resource: { type: 'person', id: person_id }, customerId: null, changes: [change] })
}

/** The audit trail records the change of an identity as a change of the person. */
const identityMade = ({ account_id, person_id, issuer, subject }: PersonIdentityRow): ResourceChangesOfAct => ({
  accountId: account_id,
  resource: { type: 'person', id: person_id },
  customerId: null,
  changes: [{ path: 'identity', before: null, after: { issuer, subject } }],
})
