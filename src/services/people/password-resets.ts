import { setTimeout as rest } from 'node:timers/promises'
import { ApiError } from '../../contract/errors.ts'
import type { PasskeyAssertion } from '../../contract/resources/passkeys.ts'
import { DAY_MS, isoTimestamp } from '../../lib/clock.ts'
import { timeOfId } from '../../lib/ids.ts'
import { inAuditedTransaction, type AuditedTx } from '../../store/audit/trail.ts'
import {
  deletePasswordResetsOf,
  findPasswordResetBySecret,
  insertPasswordReset,
} from '../../store/people/password-resets.ts'
import { deletePasskeysOf } from '../../store/people/passkeys.ts'
import { findPerson, lockPerson, peopleWithEmail } from '../../store/people/people.ts'
import type { PasswordResetRow, PersonRow } from '../../store/rows/people-tables.ts'
import { endSessionsOfPerson } from '../../store/people/sessions.ts'
import type { Vault } from '../../vault/vault.ts'
import { unconfirmedPersonLinkRefusal } from './unconfirmed-rights.ts'
import { objectOr404 } from '../input/or-throw.ts'
import {
  type KeylessOperationContext,
  type KeylessOperationService,
  SignInAnswer,
  type WriteOperationService,
} from '../request/context.ts'
import { keylessOperationHandler, writeOperationHandler } from '../request/handler.ts'
import { queueMail } from './mails.ts'
import { takePasskeyAnswer } from './passkey-challenges.ts'
import { passkeyRequestOptions } from './passkey-options.ts'
import { usePasskey } from './passkey-use.ts'
import { demandPasswordSignIn, mayHavePassword } from './no-password.ts'
import { hashPassword, refuseWeakPassword } from './password.ts'
import { requireOwner } from './people.ts'
import { hasExpectedMac, passwordResetMac, personMac, rowWithMac } from '../../store/people/person-proof.ts'
import { hashPersonSecret, newResetSecret } from './person-secrets.ts'
import { personView } from './person-view.ts'
import { savePerson } from './saving/save-person.ts'
import { auditedActOfPerson, openSession } from './sessions.ts'
import { notifyOfPasskeys } from './passkey-notices.ts'
import { countSignInAttempt } from './sign-in-throttle.ts'

const RESET_LIFE_MS = DAY_MS
/**
 * Milliseconds that every answer to a request for a reset takes: more than finding a person and queueing a mail, so that the time does not
 * reveal whether a person has the email address.
 */
const ANSWER_MS = 400

/** Makes a password reset. The secret of its link is returned only here; only its hash is stored. */
export async function makePasswordReset(
  writing: AuditedTx,
  vault: Pick<Vault, 'rowMac'>,
  person: PersonRow,
): Promise<{ reset: PasswordResetRow; secret: string }> {
  const secret = newResetSecret()
  const id = writing.ids('pwr')
  const createdAt = timeOfId(id)
  const row = {
    id,
    account_id: person.account_id,
    person_id: person.id,
    secret_hash: hashPersonSecret(secret),
    expires_at: createdAt + RESET_LIFE_MS,
    created_at: createdAt,
  }
  const reset = rowWithMac(row, passwordResetMac(vault, row))
  await insertPasswordReset(writing, reset)
  return { reset, secret }
}

/**
 * Makes a link for setting a new password. Only owners can make a link for an owner: otherwise an admin could sign in as the owner with it.
 */
const createPasswordReset: WriteOperationService<'createPasswordReset'> = async (context, { params, body }) => {
  demandPasswordSignIn(context)
  const { tx, vault, principal } = context
  const person = objectOr404(await lockPerson(tx, principal.accountId, params.personId), 'person_not_found')
  if (person.role === 'owner') requireOwner(principal)
  if (!mayHavePassword(context, person)) throw new ApiError('provider_required')
  const { id: resourceId, email, role } = person
  const proposed = {
    operation: 'createPasswordReset',
    resourceId,
    becomes: { email, role },
    proof: body.proof,
  } as const
  const refusal = await unconfirmedPersonLinkRefusal(context, role, proposed)
  if (refusal !== null) return refusal
  const { reset, secret } = await makePasswordReset(context, vault, person)
  return { id: reset.id, personId: person.id, expiresAt: isoTimestamp(reset.expires_at), secret }
}

const requestPasswordReset: KeylessOperationService<'requestPasswordReset'> = async (context, { body }) => {
  demandPasswordSignIn(context)
  const email = body.email.toLowerCase()
  await countSignInAttempt(context, { what: 'password_reset', email, from: context.from })
  const { sendsMail } = context.settings
  if (sendsMail) await Promise.all([mailResets(context, email), rest(ANSWER_MS)])
  return { sendsMail }
}

/** Mails a reset to each person with the email address. Every account may have one such person. */
async function mailResets(context: KeylessOperationContext, email: string): Promise<void> {
  const { database, vault, ids, act } = context
  const people = await peopleWithEmail(database.db, email)
  for (const { id, account_id: accountId } of people) {
    await inAuditedTransaction(database, { ids, vault, act }, async (writing) => {
      const person = await lockPerson(writing.tx, accountId, id)
      if (person === undefined || !mayReset(context, person)) return
      const { reset, secret } = await makePasswordReset(writing, vault, person)
      const mail = { kind: 'password_reset' as const, aboutId: reset.id, email: person.email, secret }
      await queueMail(writing, vault, { ...mail, accountId, expiresAt: reset.expires_at })
    })
  }
  context.wakeDispatcher()
}

/**
 * Whether a person may reset the password. Disabled people may not, nor people of the provider, nor anybody whose row was changed by hand.
 */
const mayReset = (context: Pick<KeylessOperationContext, 'vault' | 'identityProvider'>, person: PersonRow): boolean =>
  person.status === 'active' &&
  mayHavePassword(context, person) &&
  hasExpectedMac(personMac(context.vault, person), person)

/** Finds the open password reset with the given secret, and the person whose password it resets. Throws `password_reset_not_found`. */
async function openReset(context: KeylessOperationContext, secret: string) {
  demandPasswordSignIn(context)
  const { db } = context.database
  const reset = await findPasswordResetBySecret(db, hashPersonSecret(secret))
  if (reset === undefined || !isOpen(context, reset)) throw new ApiError('password_reset_not_found')
  const person = await findPerson(db, reset.account_id, reset.person_id)
  if (person === undefined || !mayReset(context, person)) throw new ApiError('password_reset_not_found')
  return { reset, person }
}

const createResetPasskeyOptions: KeylessOperationService<'createResetPasskeyOptions'> = async (context, { body }) => {
  const { reset, person } = await openReset(context, body.secret)
  return context.database.transaction((tx) =>
    passkeyRequestOptions({ ...context, tx }, { purpose: 'password_reset', resetId: reset.id, personId: person.id }),
  )
}

/**
 * The ids of the passkeys with which the person has signed for this reset. Only these passkeys are kept; the reset deletes all others.
 * Challenges are used up even if a signature is refused.
 */
async function keptPasskeys(
  context: KeylessOperationContext,
  { id, person_id }: PasswordResetRow,
  keep: PasskeyAssertion[],
) {
  const { database } = context
  const used = new Set<string>()
  for (const assertion of keep) {
    const { clientData } = assertion
    const answer = await database.transaction((tx) =>
      takePasskeyAnswer(tx, context, { purpose: 'password_reset', clientData }),
    )
    if (answer.agreed.resetId !== id) throw new ApiError('passkey_refused')
    const { challenge } = answer
    const { passkey } = await database.transaction((tx) => usePasskey(tx, context, { assertion, challenge }))
    if (passkey.person_id !== person_id) throw new ApiError('passkey_refused')
    used.add(passkey.id)
  }
  return used
}

const resetPassword: KeylessOperationService<'resetPassword'> = async (context, { body }) => {
  const { database, ids, vault } = context
  // The reset is checked before the password is hashed, which takes long, and again after the person is locked.
  const { reset, person } = await openReset(context, body.secret)
  refuseWeakPassword('password', body.password, person.email)
  const kept = await keptPasskeys(context, reset, body.keep ?? [])
  const password = await hashPassword('known', body.password)
  const done = await inAuditedTransaction(
    database,
    { ids, vault, act: auditedActOfPerson(person, context) },
    async (writing) => {
      const before = await lockPerson(writing.tx, person.account_id, person.id)
      if (before === undefined || !mayReset(context, before)) throw new ApiError('password_reset_not_found')
      const deleted = await deletePasswordResetsOf(writing, before.id)
      if (!deleted.includes(reset.id)) throw new ApiError('password_reset_not_found') // the reset was used meanwhile
      const saved = await savePerson({ ...context, ...writing }, before, { ...before, password })
      await endSessionsOfPerson(writing, saved.id, null)
      const gone = await deletePasskeysOf(writing, saved.id, kept)
      await notifyOfPasskeys({ ...context, ...writing }, saved, { change: 'deleted', passkeys: gone })
      return new SignInAnswer(personView(saved), await openSession({ ...context, ...writing }, saved))
    },
  )
  context.wakeDispatcher()
  return done
}

const isOpen = ({ vault, clock }: Pick<KeylessOperationContext, 'vault' | 'clock'>, reset: PasswordResetRow): boolean =>
  reset.expires_at > clock.now() && hasExpectedMac(passwordResetMac(vault, reset), reset)

export const passwordResetHandlers = {
  createPasswordReset: writeOperationHandler(createPasswordReset),
  requestPasswordReset: keylessOperationHandler(requestPasswordReset),
  createResetPasskeyOptions: keylessOperationHandler(createResetPasskeyOptions),
  resetPassword: keylessOperationHandler(resetPassword),
}
