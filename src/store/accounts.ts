import { timeOf, type Ids } from '../lib/ids.ts'
import type { Db, Tx } from './database.ts'
import type { AccountRow } from './tables.ts'

/** Makes an account: the owner of everything else (contract, section 3). */
export async function createAccount(tx: Tx, { name, ids }: { name: string; ids: Ids }): Promise<AccountRow> {
  const id = ids('acct')
  const account = { id, name, created_at: timeOf(id) }
  await tx.insertInto('accounts').values(account).execute()
  return account
}

/** Locked until the transaction ends: what an account may have so many of is counted and added under it. */
export async function lockAccount(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** Oldest first. */
export const listAccounts = (db: Db): Promise<AccountRow[]> =>
  db.selectFrom('accounts').selectAll().orderBy('id').execute()
