import type { Account } from '../contract/account.ts'
import { timestamp } from '../lib/clock.ts'
import { findAccount, lockAccount, updateAccount as updateRow } from '../store/accounts.ts'
import type { AccountRow } from '../store/tables.ts'
import { onlyOwners } from './people/people.ts'
import type { ReadService, WriteService } from './request/context.ts'
import { read, write } from './request/handler.ts'

const accountView = ({ id, name, approval_passkey_above: above, created_at }: AccountRow): Account => ({
  id,
  name,
  ...(above !== null && { approvalPasskeyAbove: above }),
  createdAt: timestamp(created_at),
})

const getAccount: ReadService<'getAccount'> = async ({ db, principal }) =>
  accountView(await findAccount(db, principal.accountId))

/** What approvals need is the owners' to say: an admin may be one of those who decide. */
const updateAccount: WriteService<'updateAccount'> = async (context, { body }) => {
  const { name, approvalPasskeyAbove: above } = body
  if (above !== undefined) onlyOwners(context.principal)
  const before = await lockAccount(context.tx, context.principal.accountId)
  const after: AccountRow = {
    ...before,
    name: name ?? before.name,
    approval_passkey_above: above === undefined ? before.approval_passkey_above : above,
  }
  await updateRow(context, before, after)
  return accountView(after)
}

export const accountHandlers = {
  getAccount: read(getAccount),
  updateAccount: write(updateAccount),
}
