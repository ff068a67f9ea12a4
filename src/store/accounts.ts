import type { Ids } from '../lib/ids.ts'
import type { Db, Tx } from './database.ts'
import type { AccountRow } from './tables.ts'

/** Makes an account: the owner of everything else (contract, section 3). `now`: Unix milliseconds. */
export async function createAccount(
  tx: Tx,
  { name, now, ids }: { name: string; now: number; ids: Ids },
): Promise<AccountRow> {
  const account = { id: ids('acct'), name, created_at: now }
  await tx.insertInto('accounts').values(account).execute()
  return account
}

/** Held until the transaction ends: what an account may have so many of is counted and added under it. */
export async function lockAccount(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** Oldest first. */
export const listAccounts = (db: Db): Promise<AccountRow[]> =>
  db.selectFrom('accounts').selectAll().orderBy('created_at').orderBy('id').execute()
