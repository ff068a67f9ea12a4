import { ApiError, invalidRequestError } from '../../contract/errors.ts'
import type { NewPasskey } from '../../contract/resources/passkeys.ts'
import type { PersonRole } from '../../contract/resources/people.ts'
import { DAY_MS } from '../../lib/clock.ts'
import { timeOfId } from '../../lib/ids.ts'
import { inAuditedTransaction, type AuditedTx } from '../../store/audit/trail.ts'
import {
  endInvitation,
  findInvitationBySecret,
  insertInvitation,
  listInvitations as listRows,
  lockInvitation,
  lockInvitationBySecret,
} from '../../store/people/invitations.ts'
import { lockAccount } from '../../store/accounts/accounts.ts'
import type { Db } from '../../store/connection/db.ts'
import { activeOwners, isEmailTaken } from '../../store/people/people.ts'
import type { InvitationRow, PersonRow } from '../../store/rows/people-tables.ts'
import type { OperationInputOf } from '../../contract/operations.ts'
import type { Vault } from '../../vault/vault.ts'
import { unconfirmedPersonLinkRefusal } from './unconfirmed-rights.ts'
import { objectOr404 } from '../input/or-throw.ts'
import {
  type KeylessOperationContext,
  type KeylessOperationService,
  type ReadOperationService,
  SignInAnswer,
  type WriteOperationService,
} from '../request/context.ts'
import { keylessOperationHandler, readOperationHandler, writeOperationHandler } from '../request/handler.ts'
import { paginate } from '../request/pagination.ts'
import { queueMail } from './mails.ts'
import { takePasskeyAnswer } from './passkey-challenges.ts'
import { checkPasskeyRegistration, passkeySiteOf } from './passkey-checks.ts'
import { passkeyCreationOptions } from './passkey-options.ts'
import { storePasskey } from './passkeys.ts'
import { demandPasswordSignIn } from './no-password.ts'
import { hashPassword, refuseWeakPassword } from './password.ts'
import { requireOwner } from './people.ts'
import { hashPersonSecret, newInvitationSecret } from './person-secrets.ts'
import { invitationMac, hasExpectedMac, personMac, rowWithMac } from '../../store/people/person-proof.ts'
import { publicInvitationState, invitationStatus, invitationView, personView } from './person-view.ts'
import { addPerson } from './saving/save-person.ts'
import { auditedActOfPerson, openSession } from './sessions.ts'

const INVITATION_LIFE_MS = 7 * DAY_MS

export interface InvitationRequest {
  readonly accountId: string
  /** The address that the invitation is for. Null: the person who accepts the invitation chooses the address. */
  readonly email: string | null
  readonly role: PersonRole
  readonly lifeMs: number
  /** True: the invitation was made by a `purser` command on Purser's machine, and works even where password sign-in is off. */
  readonly atShell: boolean
}

/** Makes an invitation. Its secret is returned only here; only its hash is stored. */
export async function makeInvitation(
  writing: AuditedTx,
  vault: Pick<Vault, 'rowMac'>,
  { accountId, email, role, lifeMs, atShell }: InvitationRequest,
): Promise<{ invitation: InvitationRow; secret: string }> {
  const secret = newInvitationSecret()
  const id = writing.ids('inv')
  const createdAt = timeOfId(id)
  const row = {
    id,
    account_id: accountId,
    email: email?.toLowerCase() ?? null,
    role,
    secret_hash: hashPersonSecret(secret),
    at_shell: atShell,
    expires_at: createdAt + lifeMs,
    accepted_at: null,
    accepted_by: null,
    revoked_at: null,
    created_by: atShell ? null : writing.audit.act.actor.id,
    created_at: createdAt,
  }
  const invitation = rowWithMac(row, invitationMac(vault, row))
  await insertInvitation(writing, invitation)
  return { invitation, secret }
}

const createInvitation: WriteOperationService<'createInvitation'> = async (context, { body: { proof, ...body } }) => {
  demandPasswordSignIn(context)
  const { email, role } = body
  const { tx, vault, clock, principal, settings } = context
  if (role === 'owner') requireOwner(principal)
  if (await isEmailTaken(tx, principal.accountId, email.toLowerCase()))
    throw new ApiError('person_exists', { param: 'email' })
  const proposed = { operation: 'createInvitation', resourceId: null, becomes: body, proof } as const
  const refusal = await unconfirmedPersonLinkRefusal(context, role, proposed)
  if (refusal !== null) return refusal
  const request = { accountId: principal.accountId, email, role, lifeMs: INVITATION_LIFE_MS, atShell: false }
  const { invitation, secret } = await makeInvitation(context, vault, request)
  const mail = { ...request, kind: 'invitation' as const, aboutId: invitation.id, secret }
  if (settings.sendsMail) await queueMail(context, vault, { ...mail, expiresAt: invitation.expires_at })
  return { ...invitationView(invitation, clock.now()), secret, mailed: settings.sendsMail }
}

const listInvitations: ReadOperationService<'listInvitations'> = (context, { query }) => {
  const now = context.clock.now()
  return paginate(context, {
    name: 'listInvitations',
    query,
    load: (page) => listRows(context.db, context.principal.accountId, page),
    view: (row: InvitationRow) => invitationView(row, now),
  })
}

const revokeInvitation: WriteOperationService<'revokeInvitation'> = async (context, { params }) => {
  const { tx, clock, principal } = context
  const now = clock.now()
  const invitation = objectOr404(
    await lockInvitation(tx, principal.accountId, params.invitationId),
    'invitation_not_found',
  )
  if (invitation.role === 'owner') requireOwner(principal)
  if (invitationStatus(invitation, now) !== 'pending') return invitationView(invitation, now)
  return invitationView(await endInvitation(context, invitation, { revoked_at: now }), now)
}

const readInvitation: KeylessOperationService<'readInvitation'> = async (context, { body }) => {
  const { database, vault, clock } = context
  const invitation = await findInvitationBySecret(database.db, hashPersonSecret(body.secret))
  if (invitation === undefined || !hasExpectedMac(invitationMac(vault, invitation), invitation))
    throw new ApiError('invitation_not_found')
  const state = publicInvitationState(invitation, clock.now())
  if (state.status !== 'pending') return state
  if (invitation.at_shell !== true) demandPasswordSignIn(context)
  if (invitation.role !== 'owner') return state
  const owners = await activeOwners(database.db, invitation.account_id)
  if (isForFirstOwner(invitation) && owners.length > 0) throw firstOwnerExists()
  return { ...state, owners: owners.map(({ name }) => name) }
}

/**
 * Makes the WebAuthn options for the passkey of a new person. The person's id is drawn here, because the authenticator stores it with the
 * passkey.
 */
const createInvitationPasskeyOptions: KeylessOperationService<'createInvitationPasskeyOptions'> = async (
  context,
  { body },
) => {
  const { database, ids } = context
  const open = await findInvitationBySecret(database.db, hashPersonSecret(body.secret))
  if (open === undefined || !isOpen(context, open)) throw new ApiError('invitation_not_found')
  if (open.at_shell !== true) demandPasswordSignIn(context)
  const personId = ids('per')
  const name = open.email ?? 'Purser'
  return database.transaction((tx) =>
    passkeyCreationOptions(
      { ...context, tx },
      { purpose: 'invitation', invitationId: open.id, personId },
      { id: personId, name, email: name },
    ),
  )
}

/** Checks a passkey that was made for this invitation. Its challenge is used up even if the passkey is refused. */
async function madeWith(context: KeylessOperationContext, { id }: InvitationRow, passkey: NewPasskey) {
  const { clientData } = passkey
  const { challenge, agreed } = await context.database.transaction((tx) =>
    takePasskeyAnswer(tx, context, { purpose: 'invitation', clientData }),
  )
  if (agreed.invitationId !== id) throw new ApiError('passkey_refused')
  const made = await checkPasskeyRegistration(passkey, { challenge, site: passkeySiteOf(context) })
  return { personId: agreed.personId, name: passkey.name, made, waitsUntil: null }
}

const acceptInvitation: KeylessOperationService<'acceptInvitation'> = async (context, { body }) => {
  const { database, ids, vault } = context
  const secretHash = hashPersonSecret(body.secret)
  // The invitation is checked before the password is hashed, which takes long, and again after the rows are locked.
  const open = await findInvitationBySecret(database.db, secretHash)
  if (open === undefined || !hasExpectedMac(invitationMac(vault, open), open))
    throw new ApiError('invitation_not_found')
  if (isForFirstOwner(open) && open.accepted_at === null) await demandNoOwner(database.db, open)
  if (!isOpen(context, open)) throw new ApiError('invitation_not_found')
  if (open.at_shell !== true) demandPasswordSignIn(context)
  refuseWeakPassword('password', body.password, emailOf(open, body))
  const passkey = body.passkey && (await madeWith(context, open, body.passkey))
  const password = await hashPassword('known', body.password)
  const id = passkey?.personId ?? ids('per')
  const act = auditedActOfPerson({ id, name: body.name }, context)
  const joined = await inAuditedTransaction(database, { ids, vault, act }, async (writing) => {
    if (isForFirstOwner(open)) {
      // The account is locked before the invitation, so that of two people who join at once the second finds the first.
      await lockAccount(writing.tx, open.account_id)
      await demandNoOwner(writing.tx, open)
    }
    const invitation = await lockInvitationBySecret(writing.tx, secretHash)
    if (invitation === undefined || !isOpen(context, invitation)) throw new ApiError('invitation_not_found')
    const person = personFrom(context, { id, invitation, body, password })
    await endInvitation(writing, invitation, { accepted_at: context.clock.now(), accepted_by: id })
    if (!(await addPerson({ ...context, ...writing }, person))) throw new ApiError('person_exists', { param: 'email' })
    if (passkey) await storePasskey({ ...context, ...writing }, person, passkey)
    return new SignInAnswer(personView(person), await openSession({ ...context, ...writing }, person))
  })
  context.wakeDispatcher()
  return joined
}

/** Whether an invitation is for an account's first owner: only such invitations have no email address. */
const isForFirstOwner = ({ email }: InvitationRow): boolean => email === null

/** Throws where the invitation is for a first owner, and its account has an owner already. */
async function demandNoOwner(db: Db, { account_id: accountId }: InvitationRow): Promise<void> {
  const [owner] = await activeOwners(db, accountId)
  if (owner !== undefined) throw firstOwnerExists()
}

const firstOwnerExists = () =>
  new ApiError('invitation_not_found', {
    message: 'Somebody else has become the first owner, so this link has ended.',
    hint: 'Ask an owner for an invitation.',
  })

const isOpen = ({ vault, clock }: KeylessOperationContext, invitation: InvitationRow): boolean =>
  invitationStatus(invitation, clock.now()) === 'pending' &&
  hasExpectedMac(invitationMac(vault, invitation), invitation)

/** The email of the invitation, or the one in the body where the invitation has none. Throws `invalid_request` where both are missing. */
function emailOf(invitation: InvitationRow, body: Accepted['body']): string {
  const email = invitation.email ?? body.email?.toLowerCase()
  if (email !== undefined) return email
  throw invalidRequestError('email', '`email` is missing: this invitation names none.', 'parameter_missing')
}

interface Accepted {
  readonly id: string
  readonly invitation: InvitationRow
  readonly body: OperationInputOf<'acceptInvitation'>['body']
  readonly password: string
}

function personFrom({ vault }: KeylessOperationContext, { id, invitation, body, password }: Accepted): PersonRow {
  const row = {
    id,
    account_id: invitation.account_id,
    email: emailOf(invitation, body),
    name: body.name,
    role: invitation.role,
    status: 'active' as const,
    password,
    created_at: timeOfId(id),
  }
  return rowWithMac(row, personMac(vault, row))
}

export const invitationHandlers = {
  createInvitation: writeOperationHandler(createInvitation),
  listInvitations: readOperationHandler(listInvitations),
  revokeInvitation: writeOperationHandler(revokeInvitation),
  readInvitation: keylessOperationHandler(readInvitation),
  createInvitationPasskeyOptions: keylessOperationHandler(createInvitationPasskeyOptions),
  acceptInvitation: keylessOperationHandler(acceptInvitation),
}
