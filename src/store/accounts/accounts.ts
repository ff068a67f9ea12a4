import { timeOfId } from '../../lib/ids.ts'
import { accountAuditChange } from '../audit/audited-rows.ts'
import { DEFAULT_CURRENCY } from '../../domain/currencies.ts'
import { newAuditHead } from '../audit/chain.ts'
import type { AuditedTx } from '../audit/trail.ts'
import type { Db, Tx } from '../connection/db.ts'
import type { AccountRow } from '../rows/tables.ts'

export const accountColumnsWithoutStop = {
  stopped_at: null,
  stopped_by: null,
  stopped_by_name: null,
  stop_reason: null,
} as const

/** Makes an account, which owns everything else (contract, section 3), with an empty audit chain. */
export async function createAccount({ tx, ids, audit }: AuditedTx, name: string): Promise<AccountRow> {
  const id = ids('acct')
  const account: AccountRow = {
    id,
    name,
    approval_passkey_above: null,
    numbers_need_passkey: false,
    time_zone: null,
    currency: DEFAULT_CURRENCY,
    created_at: timeOfId(id),
    ...accountColumnsWithoutStop,
  }
  await tx.insertInto('accounts').values(account).execute()
  await tx.insertInto('audit_heads').values(newAuditHead(audit.vault, id)).execute()
  audit.record(accountAuditChange(null, account))
  return account
}

/**
 * Reads an account and locks it until the transaction ends. Under this lock, resources of which an account can have only a limited number
 * are counted and added.
 */
export const lockAccount = (tx: Tx, id: string): Promise<AccountRow> =>
  tx.selectFrom('accounts').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

export const findAccount = (db: Db, id: string): Promise<AccountRow> =>
  db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export async function updateAccount({ tx, audit }: AuditedTx, before: AccountRow, after: AccountRow): Promise<void> {
  const { id, created_at: _createdAt, ...changeable } = after
  await tx.updateTable('accounts').set(changeable).where('id', '=', id).execute()
  audit.record(accountAuditChange(before, after))
}

/** Reads when the first account was made, in Unix milliseconds. Null: there is no account. */
export const firstAccountCreatedAt = async (db: Db): Promise<number | null> =>
  (await db.selectFrom('accounts').select('created_at').orderBy('id').limit(1).executeTakeFirst())?.created_at ?? null

/** Lists all accounts, oldest first. */
export const listAccounts = (db: Db): Promise<AccountRow[]> =>
  db.selectFrom('accounts').selectAll().orderBy('id').execute()

/**
 * Reads the id of the given account, or, for null, the ids of the two oldest accounts. A caller that needs the only account learns from a
 * second id that there are several.
 */
export const accountsToJoin = async (db: Db, id: string | null): Promise<string[]> => {
  const accounts = db.selectFrom('accounts').select('id')
  const rows = await (id === null ? accounts.orderBy('id').limit(2) : accounts.where('id', '=', id)).execute()
  return rows.map((account) => account.id)
}
