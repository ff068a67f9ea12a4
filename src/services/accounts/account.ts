import { knownCurrency } from '../input/known-currency.ts'
import type { Account } from '../../contract/resources/account.ts'
import type { PasskeyAssertion } from '../../contract/resources/passkeys.ts'
import { DEMO_EMAIL } from '../../contract/demo-email.ts'
import { invalidRequestError } from '../../contract/errors.ts'
import { issuerSheetOf } from '../../issuers/sheets.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import { isTimeZone } from '../../domain/decision/time-zone.ts'
import { DEFAULT_TIME_ZONE } from './time-zone.ts'
import { findAccount, lockAccount, updateAccount as updateRow } from '../../store/accounts/accounts.ts'
import { findActiveCustomerByEmail } from '../../store/customers/customers.ts'
import type { Db } from '../../store/connection/db.ts'
import type { AccountRow } from '../../store/rows/tables.ts'
import { accountAuditChange } from '../../store/audit/audited-rows.ts'
import { refusalUnlessPasskeyConfirmed } from '../people/confirmations.ts'
import { requireOwner } from '../people/people.ts'
import { issuersOfAccount } from './issuers-of.ts'
import type {
  ReadOperationService,
  CommittedRefusal,
  ServiceSettings,
  WriteOperationContext,
  WriteOperationService,
} from '../request/context.ts'
import { readOperationHandler, writeOperationHandler } from '../request/handler.ts'

export const accountView = async (db: Db, account: AccountRow, settings: ServiceSettings): Promise<Account> => ({
  id: account.id,
  name: account.name,
  ...(account.approval_passkey_above !== null && { approvalPasskeyAbove: account.approval_passkey_above }),
  numbersNeedPasskey: account.numbers_need_passkey,
  timeZone: account.time_zone ?? DEFAULT_TIME_ZONE,
  currency: account.currency,
  ...(await issuersView(db, account, settings)),
  ...stopView(account),
  ...(await demoView(db, account)),
  createdAt: isoTimestamp(account.created_at),
})

const stopView = ({ stopped_at, stopped_by, stopped_by_name, stop_reason }: AccountRow): Pick<Account, 'stopped'> =>
  stopped_at === null
    ? {}
    : {
        stopped: {
          at: isoTimestamp(stopped_at),
          by: stopped_by ?? '',
          name: stopped_by_name ?? '',
          reason: stop_reason ?? '',
        },
      }

async function demoView(db: Db, { id }: AccountRow): Promise<Pick<Account, 'demo'>> {
  const customerId = await findActiveCustomerByEmail(db, id, DEMO_EMAIL)
  return customerId === undefined ? {} : { demo: { customerId } }
}

async function issuersView(db: Db, { id }: AccountRow, settings: ServiceSettings): Promise<Pick<Account, 'issuers'>> {
  const able = await issuersOfAccount(db, id, settings)
  if (able.length === 1) return {}
  return {
    issuers: able.map((name) => ({
      name,
      givesNumbers: name === 'purser' || settings.issuerReveal === 'proxy',
      needsBilling: issuerSheetOf(name)?.wantsHolders === true,
    })),
  }
}

const getAccount: ReadOperationService<'getAccount'> = async ({ db, principal, settings }) =>
  accountView(db, await findAccount(db, principal.accountId), settings)

/**
 * Only owners may change which actions need a passkey, because these settings bind admins, too. Where `approvalPasskeyAbove` is set, the
 * account's currency is such a setting, because the amount is in it.
 */
const updateAccount: WriteOperationService<'updateAccount'> = async (context, { body, query }) => {
  const { name, approvalPasskeyAbove: above, numbersNeedPasskey, timeZone, currency } = body
  if (above !== undefined || numbersNeedPasskey !== undefined) requireOwner(context.principal)
  const before = await lockAccount(context.tx, context.principal.accountId)
  const after: AccountRow = {
    ...before,
    name: name ?? before.name,
    approval_passkey_above: above === undefined ? before.approval_passkey_above : above,
    numbers_need_passkey: numbersNeedPasskey ?? before.numbers_need_passkey,
    time_zone: timeZone === undefined ? before.time_zone : knownZone(timeZone),
    currency: currency === undefined ? before.currency : knownCurrency(currency),
  }
  const refusal = query.dryRun === true ? null : await unconfirmedAccount(context, { before, after }, body.proof)
  if (refusal !== null) return refusal
  await updateRow(context, before, after)
  return accountView(context.tx, after, context.settings)
}

function knownZone(timeZone: string): string {
  if (isTimeZone(timeZone)) return timeZone
  throw invalidRequestError(
    'timeZone',
    'There is no such time zone.',
    'parameter_invalid',
    'Send a name of the IANA list: `UTC`, `Europe/Berlin`, `America/New_York`.',
  )
}

/**
 * Returns the refusal of a change that would let more happen without a passkey, if no passkey has confirmed the change. Null: the change
 * may be made. Somebody who has only a session must not be able to switch off a check that needs a passkey.
 */
async function unconfirmedAccount(
  context: WriteOperationContext,
  { before, after }: { before: AccountRow; after: AccountRow },
  proof: PasskeyAssertion | undefined,
): Promise<CommittedRefusal | null> {
  const { approval_passkey_above: was } = before
  if (was === null) return null
  const isRaised = (after.approval_passkey_above ?? Number.POSITIVE_INFINITY) > was
  const isOff = before.numbers_need_passkey && !after.numbers_need_passkey
  const isInOther = before.currency !== after.currency
  if (isInOther) requireOwner(context.principal)
  if (!isRaised && !isOff && !isInOther) return null
  const { changes } = accountAuditChange(before, after)
  const change = { operation: 'updateAccount', resourceId: before.id, becomes: changes } as const
  return refusalUnlessPasskeyConfirmed(context, change, { proof, message: WHY })
}

const WHY = 'A person has to confirm with a passkey that less takes one from now on.'

export const accountHandlers = {
  getAccount: readOperationHandler(getAccount),
  updateAccount: writeOperationHandler(updateAccount),
}
