import type { ApiKeyRole } from '../../contract/resources/api-keys.ts'
import type { PersonRole } from '../../contract/resources/people.ts'
import type { PasskeyAssertion } from '../../contract/resources/passkeys.ts'
import { findAccount } from '../../store/accounts/accounts.ts'
import type { AccountRow } from '../../store/rows/tables.ts'
import { type PersonConfirmedChange, refusalUnlessPasskeyConfirmed } from './confirmations.ts'
import type { CommittedRefusal, WriteOperationContext } from '../request/context.ts'

type Setting = 'approval_passkey_above' | 'numbers_need_passkey'

/**
 * The account's passkey settings that an API key of each role gets around, because requests with a key need no passkey. A key of the role
 * `admin` changes policies. One of the role `approver` outlives the session that made it. One of the role `network` reverses purchases, so
 * that their amounts can be spent again. Keys of admins and agents read card numbers.
 */
const keysAvoid: Readonly<Record<ApiKeyRole, readonly Setting[]>> = {
  admin: ['approval_passkey_above', 'numbers_need_passkey'],
  approver: ['approval_passkey_above'],
  network: ['approval_passkey_above'],
  agent: ['numbers_need_passkey'],
  read: [],
}

/** The order of the roles by how much a person may do. */
const ranks: Readonly<Record<PersonRole, number>> = { viewer: 0, approver: 1, admin: 2, owner: 3 }

interface PersonRights {
  readonly role: PersonRole
  readonly status: 'active' | 'disabled'
}

const rankOf = ({ role, status }: PersonRights): number => (status === 'active' ? ranks[role] : 0)

interface ProposedChange extends PersonConfirmedChange {
  readonly proof: PasskeyAssertion | undefined
}

/**
 * The refusal of a new API key, or of a new secret of one, that a passkey has to confirm and has not (contract, section 15). Null: the key
 * or secret may be made as requested.
 */
export const unconfirmedApiKeyRefusal = (
  context: WriteOperationContext,
  role: ApiKeyRole,
  proposed: ProposedChange,
): Promise<CommittedRefusal | null> =>
  unconfirmedGrant(context, keysAvoid[role], {
    ...proposed,
    message: `A person has to confirm with a passkey that an API key of the role \`${role}\` gets a secret.`,
  })

/**
 * The refusal of a change of a person's role or rights that lets the person do more than before, if a passkey has to confirm it and has
 * not. Null: the change may be made.
 */
export const unconfirmedPromotionRefusal = (
  context: WriteOperationContext,
  { before, after }: { readonly before: PersonRights; readonly after: PersonRights },
  proposed: ProposedChange,
): Promise<CommittedRefusal | null> =>
  unconfirmedGrant(context, rankOf(after) > rankOf(before) ? ['approval_passkey_above'] : [], {
    ...proposed,
    message: `A person has to confirm with a passkey that somebody else becomes ${after.role}.`,
  })

/**
 * The refusal of an invitation or a password reset that its sender has to confirm with a passkey, and has not. Null: the link may be sent.
 * A confirmation is needed because whoever opens the link gets in with a password and a passkey of their own choice.
 */
export const unconfirmedPersonLinkRefusal = (
  context: WriteOperationContext,
  role: PersonRole,
  proposed: ProposedChange,
): Promise<CommittedRefusal | null> =>
  unconfirmedGrant(context, ranks[role] > 0 ? ['approval_passkey_above'] : [], {
    ...proposed,
    message: `A person has to confirm with a passkey that a link lets somebody in with the role \`${role}\`.`,
  })

/**
 * The refusal of a change of rights that a person has not confirmed with a passkey. Only people need one: an API key of the role `admin` is
 * the program of an owner of the account, and a `purser` command has no passkey. Null: the change may be made.
 */
async function unconfirmedGrant(
  context: WriteOperationContext,
  avoids: readonly Setting[],
  { proof, message, ...change }: ProposedChange & { readonly message: string },
): Promise<CommittedRefusal | null> {
  const { tx, principal } = context
  if (principal.person === null) return null
  if (proof === undefined) {
    const account = await findAccount(tx, principal.accountId)
    if (!avoids.some((setting) => isSet(account, setting))) return null
  }
  return refusalUnlessPasskeyConfirmed(context, change, { proof, message })
}

const isSet = (account: AccountRow, setting: Setting): boolean =>
  setting === 'approval_passkey_above' ? account.approval_passkey_above !== null : account.numbers_need_passkey
