import type { Account } from '../contract/account.ts'
import { issuers } from '../issuers/registry.ts'
import { timestamp } from '../lib/clock.ts'
import { findAccount, lockAccount, updateAccount as updateRow } from '../store/accounts.ts'
import type { Db } from '../store/db.ts'
import type { AccountRow } from '../store/tables.ts'
import { onlyOwners } from './people/people.ts'
import { issuersOf } from './issuers/issuers-of.ts'
import type { ReadService, ServiceSettings, WriteService } from './request/context.ts'
import { read, write } from './request/handler.ts'

const accountView = async (db: Db, account: AccountRow, settings: ServiceSettings): Promise<Account> => ({
  id: account.id,
  name: account.name,
  ...(account.approval_passkey_above !== null && { approvalPasskeyAbove: account.approval_passkey_above }),
  numbersNeedPasskey: account.numbers_need_passkey,
  ...(await issuersView(db, account, settings)),
  createdAt: timestamp(account.created_at),
})

async function issuersView(db: Db, { id }: AccountRow, settings: ServiceSettings): Promise<Pick<Account, 'issuers'>> {
  const able = await issuersOf(db, id, settings)
  if (able.length === 1) return {}
  return {
    issuers: able.map((name) => ({
      name,
      givesNumbers: name === 'purser' || settings.issuerReveal === 'proxy',
      needsBilling: issuers[name].wantsHolders,
    })),
  }
}

const getAccount: ReadService<'getAccount'> = async ({ db, principal, settings }) =>
  accountView(db, await findAccount(db, principal.accountId), settings)

/** What takes a passkey is the owners' to say: an admin may be one of those who decide and look. */
const updateAccount: WriteService<'updateAccount'> = async (context, { body }) => {
  const { name, approvalPasskeyAbove: above, numbersNeedPasskey } = body
  if (above !== undefined || numbersNeedPasskey !== undefined) onlyOwners(context.principal)
  const before = await lockAccount(context.tx, context.principal.accountId)
  const after: AccountRow = {
    ...before,
    name: name ?? before.name,
    approval_passkey_above: above === undefined ? before.approval_passkey_above : above,
    numbers_need_passkey: numbersNeedPasskey ?? before.numbers_need_passkey,
  }
  await updateRow(context, before, after)
  return accountView(context.tx, after, context.settings)
}

export const accountHandlers = {
  getAccount: read(getAccount),
  updateAccount: write(updateAccount),
}
