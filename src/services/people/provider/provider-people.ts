import { ApiError } from '../../../contract/errors.ts'
import type { PersonRole } from '../../../contract/resources/people.ts'
import type { ProviderIdentity } from '../../../identity/identity-provider.ts'
import { timeOfId } from '../../../lib/ids.ts'
import { lockAccount } from '../../../store/accounts/accounts.ts'
import type { AuditedTx } from '../../../store/audit/trail.ts'
import { insertProviderIdentity, lockProviderIdentity } from '../../../store/people/identities.ts'
import type { PersonIdentityRow, PersonRow } from '../../../store/rows/people-tables.ts'
import { isEmailTaken, lockOwners, lockPerson } from '../../../store/people/people.ts'
import { endSessionsOfPerson } from '../../../store/people/sessions.ts'
import type { KeylessOperationContext } from '../../request/context.ts'
import { roleOfProviderGroups } from './group-role.ts'
import { markDisabledByProvider } from './disabled-identities.ts'
import { NO_PASSWORD_HASH } from '../no-password.ts'
import { providerIdentityMac, hasExpectedMac, personMac, rowWithMac } from '../../../store/people/person-proof.ts'
import { addPerson, savePerson } from '../saving/save-person.ts'
import { signInRefusedError } from './sign-in-refused.ts'

type Arriving = AuditedTx & Pick<KeylessOperationContext, 'vault' | 'settings' | 'clock'>

interface Arrival {
  readonly accountId: string
  readonly identity: ProviderIdentity
}

/**
 * The person who has signed in at the provider, or the refusal of the sign-in. The same transaction may have disabled a refused person, so
 * the refusal is answered after the commit and not thrown.
 */
export type ProviderSignInOutcome = { readonly person: PersonRow } | { readonly refusal: ApiError }

export const noProviderRoleError = () =>
  signInRefusedError('no_role', {
    message: 'None of your groups at the provider has a role here.',
    hint: 'Ask whoever runs the provider to put you into a group of `PURSER_OIDC_ROLES`.',
  })

/**
 * Changes the role, email and status of a person who signs in at the provider to what the provider says, or makes a new person. The person
 * is found by the identity's issuer and subject, never by the email.
 */
export async function admitProviderPerson(context: Arriving, arrival: Arrival): Promise<ProviderSignInOutcome> {
  const { tx } = context
  const { accountId, identity } = arrival
  const role = roleOfProviderGroups(identity.groups, context.settings)
  const owners = await lockOwners(tx, accountId)
  const subject = { accountId, issuer: identity.issuer, subject: identity.subject }
  let known = await lockProviderIdentity(tx, subject)
  if (known === undefined && role !== null) {
    // If a person signs in for the first time twice at once, the second sign-in waits here, and finds the person that the first has made.
    await lockAccount(tx, accountId)
    known = await lockProviderIdentity(tx, subject)
  }
  if (known !== undefined) return follow(context, await personOf(context, known), { arrival, role, owners })
  if (role === null) throw noProviderRoleError()
  return { person: await join(context, arrival, role) }
}

interface Known {
  readonly identity: PersonIdentityRow
  readonly person: PersonRow
}

/** The person of an identity at the sign-in provider. Throws where the service itself did not write both rows. */
async function personOf({ tx, vault }: Arriving, identity: PersonIdentityRow): Promise<Known> {
  const person = await lockPerson(tx, identity.account_id, identity.person_id)
  const isProven =
    person !== undefined &&
    hasExpectedMac(providerIdentityMac(vault, identity), identity) &&
    hasExpectedMac(personMac(vault, person), person)
  if (!isProven) throw signInRefusedError('person_disabled', { message: 'You are not let in here.', hint: ASK_ADMIN })
  return { identity, person }
}

interface ArrivalState {
  readonly arrival: Arrival
  readonly role: PersonRole | null
  readonly owners: readonly Pick<PersonRow, 'id'>[]
}

/**
 * Gives a known person the role that their groups at the sign-in provider give them now. The last owner of an account keeps the role
 * `owner`, but cannot sign in while the groups give another role or none.
 */
async function follow(
  context: Arriving,
  { person, identity }: Known,
  { arrival, role, owners }: ArrivalState,
): Promise<ProviderSignInOutcome> {
  const isLastOwner = owners.length === 1 && owners[0]?.id === person.id
  if (isLastOwner && role !== 'owner') {
    await endSessionsOfPerson(context, person.id, null)
    return { refusal: lastOwnerError() }
  }
  if (role === null) {
    if (person.status === 'active') {
      await savePerson(context, person, { ...person, status: 'disabled' })
      await markDisabledByProvider(context, identity, true)
      await endSessionsOfPerson(context, person.id, null)
    }
    return { refusal: noProviderRoleError() }
  }
  if (person.status !== 'active' && !identity.disabled_here) {
    return {
      refusal: signInRefusedError('person_disabled', { message: 'An admin has disabled you here.', hint: ASK_ADMIN }),
    }
  }
  await markDisabledByProvider(context, identity, false)
  const email = await emailToKeep(context, person, arrival)
  const after = { ...person, email, role, status: 'active' as const, password: NO_PASSWORD_HASH }
  return { person: isSame(person, after) ? person : await savePerson(context, person, after) }
}

const ASK_ADMIN = 'Ask an admin of the account.'

export const lastOwnerError = () =>
  new ApiError('last_owner', {
    message: 'Your groups at the provider do not make you an owner any more, and the account would have none.',
    hint: 'Have another owner made first: by their groups, or by `purser people invite` at the server.',
  })

const isSame = (before: PersonRow, after: PersonRow): boolean =>
  before.email === after.email &&
  before.role === after.role &&
  before.status === after.status &&
  before.password === after.password

/**
 * The person's email address at the provider. Null: the provider has none, or has not verified it. With the setting `oidcTrustEmail` an
 * address that is not verified counts, too.
 */
const emailIn = (
  { email, isEmailVerified }: ProviderIdentity,
  { oidcTrustEmail }: Arriving['settings'],
): string | null => (isEmailVerified || oidcTrustEmail ? email : null)

/**
 * The email address that a known person has from now on: the address at the provider. The stored address stays where the provider has none,
 * or where another person of the account has the provider's address.
 */
async function emailToKeep({ tx, settings }: Arriving, person: PersonRow, { identity }: Arrival): Promise<string> {
  const email = emailIn(identity, settings)
  if (email === null || email === person.email) return person.email
  return (await isEmailTaken(tx, person.account_id, email)) ? person.email : email
}

/** Makes a new person at the first sign-in. It never takes over an existing person with the same email: that throws `person_exists`. */
async function join(context: Arriving, { accountId, identity }: Arrival, role: PersonRole): Promise<PersonRow> {
  const email = emailIn(identity, context.settings)
  if (email === null) throw unverified()
  const id = context.ids('per')
  const [fallback = email] = email.split('@')
  const row = {
    id,
    account_id: accountId,
    email,
    name: identity.name ?? fallback,
    role,
    status: 'active' as const,
    password: NO_PASSWORD_HASH,
    created_at: timeOfId(id),
  }
  const person = rowWithMac(row, personMac(context.vault, row))
  if (!(await addPerson(context, person))) throw emailTaken()
  if (!(await storeProviderIdentity(context, person, identity))) throw emailTaken()
  return person
}

/** Stores a person's identity at the provider. Resolves with false where the person has one already, or somebody else has it. */
export async function storeProviderIdentity(
  context: Arriving,
  person: Pick<PersonRow, 'id' | 'account_id'>,
  { issuer, subject }: ProviderIdentity,
): Promise<boolean> {
  const { id, account_id } = person
  const created_at = timeOfId(context.ids('per'))
  const row = { person_id: id, account_id, issuer, subject, disabled_here: false, created_at }
  return insertProviderIdentity(context, rowWithMac(row, providerIdentityMac(context.vault, row)))
}

const unverified = () =>
  signInRefusedError('email_not_verified', {
    message: 'The provider names no email address of yours that it has verified.',
    hint: 'Have it verified there, or have the operator set `PURSER_OIDC_TRUST_EMAIL`.',
  })

const emailTaken = () =>
  new ApiError('person_exists', {
    message: 'Somebody here has your email address already: nobody becomes them by it.',
    hint:
      'If it is you, sign in as before, and connect yourself with the provider under Settings, You (`POST /self/provider/connect`). ' +
      'Where passwords sign nobody in, an operator has to allow them for that long.',
  })
