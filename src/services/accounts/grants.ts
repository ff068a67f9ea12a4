import type { Role } from '../../contract/resources/api-keys.ts'
import type { PersonRole } from '../../contract/resources/people.ts'
import type { PasskeyAssertion } from '../../contract/resources/passkeys.ts'
import { findAccount } from '../../store/accounts/accounts.ts'
import type { AccountRow } from '../../store/rows/tables.ts'
import { type Change, unconfirmed } from '../people/confirmations.ts'
import type { Refusal, WriteContext } from '../request/context.ts'

type Setting = 'approval_passkey_above' | 'numbers_need_passkey'

/**
 * What an API key of each role does without a passkey and a person does only with one: an admin's key changes policies, an approver's
 * outlives the session that made it, the network's reverses purchases so that their amounts can be spent again, and those of admins and
 * agents read card numbers.
 */
const keysAvoid: Readonly<Record<Role, readonly Setting[]>> = {
  admin: ['approval_passkey_above', 'numbers_need_passkey'],
  approver: ['approval_passkey_above'],
  network: ['approval_passkey_above'],
  agent: ['numbers_need_passkey'],
  read: [],
}

/** By how much a person may do. Somebody who joins by an invitation brings a passkey that confirms at once. */
const ranks: Readonly<Record<PersonRole, number>> = { viewer: 0, approver: 1, admin: 2, owner: 3 }

interface Standing {
  readonly role: PersonRole
  readonly status: 'active' | 'disabled'
}

const rankOf = ({ role, status }: Standing): number => (status === 'active' ? ranks[role] : 0)

interface Asked extends Change {
  readonly proof: PasskeyAssertion | undefined
}

/** Null where the key may be made or get a new secret as it was asked for, or else the refusal (contract, section 15). */
export const unconfirmedKey = (context: WriteContext, role: Role, asked: Asked): Promise<Refusal | null> =>
  unconfirmedGrant(context, keysAvoid[role], {
    ...asked,
    message: `A person has to confirm with a passkey that an API key of the role \`${role}\` gets a secret.`,
  })

/** The same of a person who would be able to do more than before. */
export const unconfirmedPromotion = (
  context: WriteContext,
  { before, after }: { readonly before: Standing; readonly after: Standing },
  asked: Asked,
): Promise<Refusal | null> =>
  unconfirmedGrant(context, rankOf(after) > rankOf(before) ? ['approval_passkey_above'] : [], {
    ...asked,
    message: `A person has to confirm with a passkey that somebody else becomes ${after.role}.`,
  })

/** The same of a link by which somebody comes in with a password, and a passkey, of their own choice. */
export const unconfirmedLink = (context: WriteContext, role: PersonRole, asked: Asked): Promise<Refusal | null> =>
  unconfirmedGrant(context, ranks[role] > 0 ? ['approval_passkey_above'] : [], {
    ...asked,
    message: `A person has to confirm with a passkey that a link lets somebody in with the role \`${role}\`.`,
  })

/** An admin's API key is the owner's own automation, and is not asked; nor is the shell. */
async function unconfirmedGrant(
  context: WriteContext,
  avoids: readonly Setting[],
  { proof, message, ...change }: Asked & { readonly message: string },
): Promise<Refusal | null> {
  const { tx, principal } = context
  if (principal.person === null) return null
  if (proof === undefined) {
    const account = await findAccount(tx, principal.accountId)
    if (!avoids.some((setting) => isSet(account, setting))) return null
  }
  return unconfirmed(context, change, { proof, message })
}

const isSet = (account: AccountRow, setting: Setting): boolean =>
  setting === 'approval_passkey_above' ? account.approval_passkey_above !== null : account.numbers_need_passkey
