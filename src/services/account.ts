import type { Account } from '../contract/account.ts'
import { timestamp } from '../lib/clock.ts'
import { findAccount, lockAccount, updateAccount as updateRow } from '../store/accounts.ts'
import type { AccountRow } from '../store/tables.ts'
import { onlyOwners } from './people/people.ts'
import type { ReadService, WriteService } from './request/context.ts'
import { read, write } from './request/handler.ts'

const accountView = (account: AccountRow): Account => ({
  id: account.id,
  name: account.name,
  ...(account.approval_passkey_above !== null && { approvalPasskeyAbove: account.approval_passkey_above }),
  numbersNeedPasskey: account.numbers_need_passkey,
  createdAt: timestamp(account.created_at),
})

const getAccount: ReadService<'getAccount'> = async ({ db, principal }) =>
  accountView(await findAccount(db, principal.accountId))

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
  return accountView(after)
}

export const accountHandlers = {
  getAccount: read(getAccount),
  updateAccount: write(updateAccount),
}
