import { timeOf } from '../lib/ids.ts'
import { accountChange } from './audit/audited-rows.ts'
import { newHead } from './audit/chain.ts'
import type { Writing } from './audit/trail.ts'
import type { Db, Tx } from './database.ts'
import type { AccountRow } from './tables.ts'

/** Makes an account: the owner of everything else (contract, section 3), with a chain of what is changed in it. */
export async function createAccount({ tx, ids, audit }: Writing, name: string): Promise<AccountRow> {
  const id = ids('acct')
  const account = { id, name, created_at: timeOf(id) }
  await tx.insertInto('accounts').values(account).execute()
  await tx.insertInto('audit_heads').values(newHead(id)).execute()
  audit.record(accountChange(account))
  return account
}

/** Locked until the transaction ends: what an account may have so many of is counted and added under it. */
export async function lockAccount(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** Oldest first. */
export const listAccounts = (db: Db): Promise<AccountRow[]> =>
  db.selectFrom('accounts').selectAll().orderBy('id').execute()
