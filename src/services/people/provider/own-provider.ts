import { ApiError } from '../../../contract/errors.ts'
import type { ProviderIdentity } from '../../../identity/identity-provider.ts'
import { inAuditedTransaction, type AuditedTx } from '../../../store/audit/trail.ts'
import { findProviderIdentityOfPerson } from '../../../store/people/identities.ts'
import { deletePasswordResetsOf } from '../../../store/people/password-resets.ts'
import { lockOwners, lockPerson } from '../../../store/people/people.ts'
import type { PersonIdentityRow } from '../../../store/rows/people-tables.ts'
import { endSessionsOfPerson } from '../../../store/people/sessions.ts'
import { objectOr404 } from '../../input/or-throw.ts'
import type { Principal, ReadOperationContext, ReadOperationService } from '../../request/context.ts'
import { multiTransactionOperationHandler } from '../../request/handler.ts'
import { callSignInProvider, requireIdentityProvider } from './ask-provider.ts'
import { roleOfProviderGroups } from './group-role.ts'
import { NO_PASSWORD_HASH } from '../no-password.ts'
import { changeOwnPasskeys } from '../passkey-guard.ts'
import { providerIdentityMac, hasExpectedMac, personMac } from '../../../store/people/person-proof.ts'
import { storeProviderIdentity, lastOwnerError, noProviderRoleError } from './provider-people.ts'
import { storeProviderConfirmation, prepareProviderSignIn, finishProviderSignIn } from './provider-sign-ins.ts'
import { savePerson } from '../saving/save-person.ts'
import { signInRefusedError } from './sign-in-refused.ts'

/** The caller and their session. Throws `person_required` where the caller is no person. */
function inSession({ id, person }: Principal) {
  if (person === null) throw new ApiError('person_required')
  return { personId: id, sessionId: person.sessionId, signsInBy: person.signsInBy }
}

const createProviderConfirmation: ReadOperationService<'createProviderConfirmation'> = async (context) => {
  const { personId, sessionId, signsInBy } = inSession(context.principal)
  requireIdentityProvider(context)
  if (signsInBy !== 'provider') throw new ApiError('provider_not_set_up', NOT_CONNECTED)
  const { begin } = await prepareProviderSignIn(context, { purpose: 'confirm', personId, sessionId })
  return context.database.transaction(begin)
}

const NOT_CONNECTED = {
  message: 'You have a password, and do not sign in by the provider.',
  hint: 'Give your password where it is asked for, or connect yourself with the provider.',
} as const

/**
 * Sends the caller to the sign-in provider, to connect with it: from then on the caller signs in there. A session is not enough for this
 * request: it needs the same confirmation as a new passkey.
 */
const connectProvider: ReadOperationService<'connectProvider'> = async (context, { body }) => {
  const { personId, sessionId, signsInBy } = inSession(context.principal)
  const { issuer } = requireIdentityProvider(context)
  if (signsInBy === 'provider') throw new ApiError('person_exists', CONNECTED_ALREADY)
  const { begin } = await prepareProviderSignIn(context, { purpose: 'connect', personId, sessionId })
  const change = { operation: 'connectProvider', resourceId: personId, becomes: { issuer }, ...body } as const
  return changeOwnPasskeys(context, change, ({ tx }) => begin(tx))
}

const CONNECTED_ALREADY = {
  message: 'You sign in by the provider already.',
  hint: 'Sign out, and in again by the provider.',
} as const

const endProviderSignIn: ReadOperationService<'endProviderSignIn'> = async (context, { body: { query } }) => {
  const { personId, sessionId } = inSession(context.principal)
  const provider = requireIdentityProvider(context)
  const { purpose, secrets, seconds } = await finishProviderSignIn(context, query, 'confirm', 'connect')
  if (purpose.personId !== personId || purpose.sessionId !== sessionId)
    throw signInRefusedError('another_person', SOMEBODY_ELSE)
  // The browser was sent to the provider `seconds` ago. Only a sign-in at the provider since then counts.
  const identity = await callSignInProvider(context, () => provider.identityIn(query, secrets, seconds))
  return purpose.purpose === 'connect' ? connect(context, identity) : confirm(context, identity)
}

const SOMEBODY_ELSE = {
  message: 'It was begun by somebody else, or somebody else has signed in at the provider.',
  hint: 'Begin again, and sign in at the provider as yourself.',
} as const

async function confirm(context: ReadOperationContext, { issuer, subject }: ProviderIdentity) {
  const { db, database, principal, vault } = context
  const own = await findProviderIdentityOfPerson(db, principal.id)
  if (own === undefined || !hasExpectedMac(providerIdentityMac(vault, own), own) || !isOf(own, { issuer, subject })) {
    throw signInRefusedError('another_person', SOMEBODY_ELSE)
  }
  const kept = await database.transaction((tx) => storeProviderConfirmation(tx, context, principal.id))
  return { connected: true, ...kept }
}

const isOf = (own: PersonIdentityRow, { issuer, subject }: Pick<ProviderIdentity, 'issuer' | 'subject'>): boolean =>
  own.issuer === issuer && own.subject === subject

/** Connects the caller with an identity of the provider, which from then on determines their sign-in and role. */
const connect = ({ database, ids, act, ...context }: ReadOperationContext, identity: ProviderIdentity) =>
  inAuditedTransaction(database, { ids, vault: context.vault, act }, async (writing) =>
    connectIn({ ...context, ...writing }, identity),
  )

type Connecting = AuditedTx & Pick<ReadOperationContext, 'vault' | 'settings' | 'clock' | 'principal'>

async function connectIn(context: Connecting, identity: ProviderIdentity) {
  const { tx, principal, settings } = context
  const owners = await lockOwners(tx, principal.accountId)
  const person = objectOr404(await lockPerson(tx, principal.accountId, principal.id), 'person_not_found')
  if (!hasExpectedMac(personMac(context.vault, person), person)) throw new ApiError('person_not_found')
  const role = roleOfProviderGroups(identity.groups, settings)
  if (role === null) throw noProviderRoleError()
  if (role !== 'owner' && owners.length === 1 && owners[0]?.id === person.id) throw lastOwnerError()
  if (!(await storeProviderIdentity(context, person, identity))) throw new ApiError('person_exists', SOMEBODY_ELSES)
  await savePerson(context, person, { ...person, role, password: NO_PASSWORD_HASH })
  await deletePasswordResetsOf(context, person.id)
  await endSessionsOfPerson(context, person.id, principal.person?.sessionId ?? null)
  return { connected: true }
}

const SOMEBODY_ELSES = {
  message: 'Somebody else here signs in by this account of the provider.',
  hint: 'Sign in at the provider as yourself.',
} as const

export const ownProviderHandlers = {
  createProviderConfirmation: multiTransactionOperationHandler(createProviderConfirmation),
  connectProvider: multiTransactionOperationHandler(connectProvider),
  endProviderSignIn: multiTransactionOperationHandler(endProviderSignIn),
}
