import { sql } from 'kysely'
import type { PersonStatus } from '../../contract/resources/people.ts'
import { personAuditChange } from '../audit/audited-rows.ts'
import type { AuditedTx } from '../audit/trail.ts'
import type { Db, Tx } from '../connection/db.ts'
import { indexedListFilter } from '../statements/filters.ts'
import type { LoadedListPage, ListPageRequest } from '../statements/keyset.ts'
import { isInAccountSql } from '../statements/scope.ts'
import { searchListRows } from '../statements/text-search.ts'
import type { PersonRow } from '../rows/people-tables.ts'

export const listPeople = (
  db: Db,
  accountId: string,
  {
    status,
    ...page
  }: ListPageRequest & {
    readonly status?: PersonStatus | undefined
    /** The words of a search for people. The person's name or email must contain each word. */
    readonly search?: string | undefined
  },
): Promise<LoadedListPage<PersonRow>> =>
  searchListRows(
    db.selectFrom('people').selectAll(),
    indexedListFilter<PersonRow>([['account_id']], { account_id: accountId, status }),
    { ...page, searchText: sql<string>`concat_ws(' ', name, email)` },
  )

export const findPerson = (db: Db, accountId: string, id: string): Promise<PersonRow | undefined> =>
  db.selectFrom('people').selectAll().where('id', '=', id).where(isInAccountSql(accountId)).executeTakeFirst()

/** Reads a person and locks them, so that the second of two changes sees the first. */
export const lockPerson = (tx: Tx, accountId: string, id: string): Promise<PersonRow | undefined> =>
  tx
    .selectFrom('people')
    .selectAll()
    .where('id', '=', id)
    .where(isInAccountSql(accountId))
    .forUpdate()
    .executeTakeFirst()

/** The most accounts that one email can sign in to. */
const MAX_ACCOUNTS = 5

/** Reads the people with an email: at most one in each account. */
export const peopleWithEmail = (db: Db, email: string): Promise<PersonRow[]> =>
  db.selectFrom('people').selectAll().where('email', '=', email).orderBy('account_id').limit(MAX_ACCOUNTS).execute()

export const isEmailTaken = async (db: Db, accountId: string, email: string): Promise<boolean> => {
  const row = await db
    .selectFrom('people')
    .select('id')
    .where('email', '=', email)
    .where(isInAccountSql(accountId))
    .executeTakeFirst()
  return row !== undefined
}

/** The most owners of an account that `activeOwners` lists. */
const MAX_OWNERS = 100

/** Lists the active owners of an account, in the order in which they joined. */
export const activeOwners = (db: Db, accountId: string): Promise<Pick<PersonRow, 'id' | 'name' | 'email'>[]> =>
  db
    .selectFrom('people')
    .select(['id', 'name', 'email'])
    .where(isInAccountSql(accountId))
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(MAX_OWNERS)
    .execute()

/**
 * Locks the active owners of an account in the order of their ids. Of two owners who give up the role at the same time, the second then
 * sees the change of the first.
 */
export const lockOwners = (tx: Tx, accountId: string): Promise<Pick<PersonRow, 'id'>[]> =>
  tx
    .selectFrom('people')
    .select('id')
    .where('account_id', '=', accountId)
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute()

/** Inserts a person. Resolves with false if the account has a person with this email already. */
export async function insertPerson({ tx, audit }: AuditedTx, person: PersonRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('people')
    .values(person)
    .onConflict((conflict) => conflict.columns(['email', 'account_id']).doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return false
  audit.record(personAuditChange(null, person))
  return true
}

export async function updatePerson({ tx, audit }: AuditedTx, before: PersonRow, after: PersonRow): Promise<void> {
  const { email, name, role, status, password, mac } = after
  await tx.updateTable('people').set({ email, name, role, status, password, mac }).where('id', '=', after.id).execute()
  audit.record(personAuditChange(before, after))
  if (before.password !== password) {
    const changes = [{ path: 'passwordChanged', before: null, after: true }]
    audit.record({ ...personAuditChange(null, after), changes })
  }
}
